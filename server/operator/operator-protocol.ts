/**
 * What an operator's process and a server send each other, over HTTP. A first POST asks for the file that proves who
 * calls (`access/socket-proof.ts`). The second one has the call in its query and, as its body, the file that the command
 * reads; its response is lines of JSON: the files that the command makes, then its outcome.
 */
import { join, relative } from 'node:path';
import type { OperatorCall } from './command.ts';
import type { Outcome } from './outcome.ts';

/** A call of the command with this name. */
export interface OperatorRequest {
  readonly command: string;
  readonly call: OperatorCall;
}

/** The same in the query, as JSON in `call`. */
export interface Asked extends OperatorRequest {
  readonly call: Omit<OperatorCall, 'input'>;
  /** Name of the file in the body. */
  readonly input?: string;
  /** The token of a `ProofWanted` whose file was made. */
  readonly proof: string;
}

/** Responds with a `ProofWanted`. */
export const proofPath = '/proof';

export const commandPath = '/command';

export const responseType = 'application/x-ndjson';

export type ResponseLine =
  /** The names of all files; their contents follow in this order. */
  | { readonly files: readonly string[] }
  /** The next bytes of a file, in base64. */
  | { readonly bytes: string }
  /** The file is complete. */
  | { readonly endOfFile: true }
  /** Always the last line. If it comes before the end of a file, that file is incomplete. */
  | { readonly outcome: Outcome };

/** The socket's path, as short as possible: it can have only 107 bytes. */
export function socketPath(dataDir: string): string {
  const path = join(dataDir, 'operator.sock');
  const fromHere = relative(process.cwd(), path);
  return fromHere.length < path.length ? fromHere : path;
}

/** The lines of a stream as they arrive. Anything after the last line break is dropped. */
export async function* linesOf(stream: AsyncIterable<Buffer>): AsyncGenerator<string> {
  let begun: Buffer[] = [];
  for await (const chunk of stream) {
    let from = 0;
    for (let end = chunk.indexOf('\n'); end >= 0; end = chunk.indexOf('\n', from)) {
      yield Buffer.concat([...begun, chunk.subarray(from, end)]).toString('utf8');
      begun = [];
      from = end + 1;
    }
    begun.push(chunk.subarray(from));
  }
}

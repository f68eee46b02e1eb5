/**
 * What an operator's process and a server send each other, over HTTP. A first POST asks for the file that proves who
 * calls (`access/socket-proof.ts`). The second one has the call in its query and, as its body, the file that the command
 * reads; its response is lines of JSON: the files that the command makes, then its outcome.
 */
import { join, relative } from 'node:path';
import type { Settings } from '../config/settings.ts';
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
  /** How far the command has come, for the operator; between any other lines. */
  | { readonly told: string }
  /** Always the last line. If it comes before the end of a file, that file is incomplete. */
  | { readonly outcome: Outcome };

/** Where a server takes calls. */
export interface OperatorDoor {
  /** The socket's path, as short as possible: it can have only 107 bytes. */
  readonly path: string;
  /** Whether every user who may enter the socket's folder may call; else its owner and root alone. */
  readonly shared: boolean;
}

/** The socket of OPERATOR_SOCKET, shared, or else the one in the data folder. */
export function operatorDoor({
  operatorSocket,
  dataDir,
}: Pick<Settings, 'operatorSocket' | 'dataDir'>): OperatorDoor {
  const path = operatorSocket ?? join(dataDir, 'operator.sock');
  const fromHere = relative(process.cwd(), path);
  return { path: fromHere.length < path.length ? fromHere : path, shared: operatorSocket !== undefined };
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

/**
 * What travels between the called process and the server that holds the embedded store, over HTTP: a POST whose query
 * holds the call and whose body is the file that the command reads; then lines of JSON, with the files that the command
 * makes and its outcome.
 */
import { join, relative } from 'node:path';
import type { OperatorCall } from './command.ts';
import type { Outcome } from './outcome.ts';

/** A call of the command with this name. */
export interface OperatorRequest {
  readonly command: string;
  readonly call: OperatorCall;
  /** Login name of who calls. */
  readonly operator: string;
}

/** The same in the query, as JSON in `call`. */
export interface Asked extends OperatorRequest {
  readonly call: Omit<OperatorCall, 'input'>;
  /** Name of the file in the body. */
  readonly input?: string;
}

export const commandPath = '/command';

export const answerType = 'application/x-ndjson';

export type AnswerLine =
  /** The names of all files; the content of each follows, in this order. */
  | { readonly files: readonly string[] }
  /** The next bytes of a file, in base64. */
  | { readonly bytes: string }
  /** The file is complete. */
  | { readonly endOfFile: true }
  /** Always the last line. Where it comes before the end of a file, that file is not complete. */
  | { readonly outcome: Outcome };

/** As short as possible: the path of a socket has 107 bytes at most. */
export function socketPath(dataDir: string): string {
  const path = join(dataDir, 'operator.sock');
  const fromHere = relative(process.cwd(), path);
  return fromHere.length < path.length ? fromHere : path;
}

/** The lines of a stream as they arrive. What comes after the last line break is dropped. */
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

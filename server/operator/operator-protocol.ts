/**
 * Declares the HTTP messages between an operator's process and a server. The first POST asks which file the caller must create to
 * prove who calls (`access/socket-proof.ts`). The second POST contains the call in its query and, as its body, the file that the
 * command reads. Its response consists of lines of JSON: first the files that the command makes, then its outcome.
 */
import { join, relative } from 'node:path';
import Type, { type Static } from 'typebox';
import type { Settings } from '../config/settings.ts';
import type { OperatorCall } from './command.ts';
import type { Outcome } from './outcome.ts';

/** A request to run the command with this name. */
export interface OperatorRequest {
  readonly command: string;
  readonly call: OperatorCall;
}

/**
 * The path that responds with `proofShape`: the name of the file to create, and the secret token by which the call then refers to
 * that file.
 */
export const proofPath = '/proof';

export const proofShape = Type.Object({ name: Type.String(), token: Type.String() });
export type ProofWanted = Static<typeof proofShape>;

/** The path that takes a request, as JSON in the query parameter `call`. */
export const commandPath = '/command';

/**
 * The shape of a request. `proof`: the token of a `ProofWanted` whose file the caller has created; `input`: the name of the file
 * in the body.
 */
export const requestShape = Type.Object({
  command: Type.String(),
  proof: Type.String(),
  call: Type.Object({
    positionals: Type.Array(Type.String()),
    options: Type.Record(Type.String(), Type.Union([Type.String(), Type.Boolean()])),
  }),
  input: Type.Optional(Type.String()),
});

export type SentRequest = Static<typeof requestShape>;

export const responseType = 'application/x-ndjson';

export type ResponseLine =
  /** The names of all files; their contents follow in this order. */
  | { readonly files: readonly string[] }
  /** The next bytes of a file, in base64. */
  | { readonly bytes: string }
  /** The file is complete. */
  | { readonly endOfFile: true }
  /** A line about the progress of the command, for the operator. It may come between any other lines. */
  | { readonly told: string }
  /** Always the last line. If it comes before the end of a file, that file is incomplete. */
  | { readonly outcome: Outcome };

/** The Unix domain socket where a server takes commands. */
export interface CommandSocket {
  /** The path of the socket, relative or absolute, whichever is shorter, because it can have at most 107 bytes. */
  readonly path: string;
  /** Whether every user who may enter the socket's folder may call; otherwise only the socket's owner and root may. */
  readonly shared: boolean;
}

/** Returns the socket at OPERATOR_SOCKET, which is shared, or, if that is unset, the one in the data folder. */
export function commandSocketOf({
  operatorSocket,
  dataDir,
}: Pick<Settings, 'operatorSocket' | 'dataDir'>): CommandSocket {
  const path = operatorSocket ?? join(dataDir, 'operator.sock');
  const relativePath = relative(process.cwd(), path);
  return {
    path: relativePath.length < path.length ? relativePath : path,
    shared: operatorSocket !== undefined,
  };
}

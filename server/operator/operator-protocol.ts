/**
 * The HTTP messages between an operator's process and a server. A first POST asks for the file that proves who calls
 * (`access/socket-proof.ts`). The second one has the call in its query and, as its body, the file that the command reads; its
 * response is lines of JSON: the files that the command makes, then its outcome.
 */
import { join, relative } from 'node:path';
import Type, { type Static } from 'typebox';
import type { Settings } from '../config/settings.ts';
import type { OperatorCall } from './command.ts';
import type { Outcome } from './outcome.ts';

/** A call of the command with this name. */
export interface OperatorRequest {
  readonly command: string;
  readonly call: OperatorCall;
}

/** Responds with the shape below: the file to make, and a secret by which its call names it. */
export const proofPath = '/proof';

export const proofShape = Type.Object({ name: Type.String(), token: Type.String() });
export type ProofWanted = Static<typeof proofShape>;

/** Takes a request as JSON in `call` of its query. */
export const commandPath = '/command';

/** `proof`: the token of a `ProofWanted` whose file was made; `input`: the name of the file in the body. */
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
  /** Progress of the command, for the operator; between any other lines. */
  | { readonly told: string }
  /** Always the last line. If it comes before the end of a file, that file is incomplete. */
  | { readonly outcome: Outcome };

/** Where a server takes calls. */
export interface CommandSocket {
  /** The socket's path, as short as possible: it can have only 107 bytes. */
  readonly path: string;
  /** Whether every user who may enter the socket's folder may call; otherwise only its owner and root. */
  readonly shared: boolean;
}

/** Returns the socket of OPERATOR_SOCKET, which is shared, or else the one in the data folder. */
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

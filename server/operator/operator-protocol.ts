/**
 * Declares the HTTP messages between an operator's process and a server. The response to the first POST says which file the
 * caller must create to prove its identity (`access/socket-proof.ts`). The second POST contains the call in its query, and in
 * its body the file that the command reads. Its response is lines of JSON: the files that the command makes, then the outcome.
 */
import { join, relative } from 'node:path';
import Type, { type Static } from 'typebox';
import type { Settings } from '../config/settings.ts';
import type { OperatorCall } from './command.ts';
import type { Outcome } from './outcome.ts';

/** A request to run a command. */
export interface OperatorRequest {
  readonly command: string;
  readonly call: OperatorCall;
}

/** The path of the first of the two POSTs that run a command. */
export const proofPath = '/proof';

/** The response to the first POST: the name of the file to create, and a secret token that the second POST must contain. */
export const proofShape = Type.Object({ name: Type.String(), token: Type.String() });
export type ProofWanted = Static<typeof proofShape>;

/** The path of the POST that runs a command. Its query parameter `call` contains JSON of the shape `requestShape`. */
export const commandPath = '/command';

/** The `call` parameter. `proof` is the token of the caller's proof file, and `input` is the name of the file in the body. */
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
  /** The names of all files. Their contents follow in the same order. */
  | { readonly files: readonly string[] }
  /** The next bytes of a file, in base64. */
  | { readonly bytes: string }
  | { readonly endOfFile: true }
  /** A line about the command's progress, for the operator. It may appear between any other lines. */
  | { readonly told: string }
  /** The outcome, which is always the last line. If it appears before the end of a file, that file is incomplete. */
  | { readonly outcome: Outcome };

/** The Unix domain socket on which a server listens for commands. */
export interface CommandSocket {
  /** The socket's relative or absolute path, whichever is shorter, because a path can have at most 107 bytes. */
  readonly path: string;
  /** If true, every user who may enter the socket's folder may call. Otherwise, only the socket's owner and root may call. */
  readonly shared: boolean;
}

/** Returns the shared socket at the path OPERATOR_SOCKET, or the socket in the data folder if OPERATOR_SOCKET is not set. */
export function commandSocketOf(settings: Pick<Settings, 'operatorSocket' | 'dataDir'>): CommandSocket {
  const path = settings.operatorSocket ?? join(settings.dataDir, 'operator.sock');
  const here = relative(process.cwd(), path);
  return { path: here.length < path.length ? here : path, shared: settings.operatorSocket !== undefined };
}

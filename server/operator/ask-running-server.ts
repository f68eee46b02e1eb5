/** Sends a command to the running server (`operator-socket.ts`), and receives the command's output. */
import { once } from 'node:events';
import { type ClientRequest, type IncomingMessage, request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { json } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { Value } from 'typebox/value';
import { errorCode } from '../programs/program-folder.ts';
import { checkFolderOf, makeProof } from './access/socket-proof.ts';
import { type HandOver, OperatorProblem, type ReportProgress } from './command.ts';
import {
  type CommandSocket,
  commandPath,
  type OperatorRequest,
  proofPath,
  proofShape,
  type ResponseLine,
} from './operator-protocol.ts';
import type { Outcome } from './outcome.ts';

/** Thrown if the command fails while a file is being received. */
class FileCutShort extends Error {
  readonly outcome: Outcome;

  constructor(outcome: Outcome) {
    super('The command failed before the file was complete.');
    this.outcome = outcome;
  }
}

/**
 * Runs a command in the server behind a socket, and passes the command's files to `takeFiles`. Returns undefined if no server is
 * listening on the socket. Throws OperatorProblem if the call fails before the server has sent the outcome. Rethrows errors of
 * `takeFiles` and `input`.
 */
export async function askRunningServer(
  { path, shared }: CommandSocket,
  { command, call: { input, ...call } }: OperatorRequest,
  takeFiles: HandOver,
  tell: ReportProgress,
): Promise<Outcome | undefined> {
  if (process.platform === 'win32') return undefined;
  if (shared) await checkFolderOf(path);
  const proof = await prove(path);
  const socket = proof === undefined ? undefined : await connectTo(path);
  if (!socket) return undefined;
  const asked = JSON.stringify({ command, call, proof, input: input?.name });
  const asking = request({
    createConnection: () => socket,
    method: 'POST',
    path: `${commandPath}?${new URLSearchParams({ call: asked })}`,
    // The server may respond before the whole file is sent. It must then keep the connection open for the rest of the file.
    headers: { 'content-type': 'application/octet-stream', connection: 'keep-alive' },
  });
  let unreadable: unknown;
  async function* body(): AsyncGenerator<Uint8Array> {
    try {
      if (input) yield* input.content();
    } catch (error) {
      unreadable = error;
      throw error;
    }
  }
  const sending = pipeline(body, asking).catch(() => undefined);
  try {
    return await readReply(await responseTo(asking), takeFiles, tell);
  } catch (error) {
    throw unreadable ?? error;
  } finally {
    asking.destroy();
    // Destroying a finished request does not close its connection.
    socket.destroy();
    await sending;
  }
}

/** Creates the file that proves the caller's identity. Returns the token for the call, or undefined if no server is listening. */
async function prove(path: string): Promise<string | undefined> {
  const socket = await connectTo(path);
  if (!socket) return undefined;
  const asking = request({ createConnection: () => socket, method: 'POST', path: proofPath }).end();
  // Without this listener, a connection that breaks during the response would end this process. The error can be ignored here,
  // because reading the body then fails, too.
  asking.on('error', () => undefined);
  try {
    const wanted: unknown = await json(await responseTo(asking)).catch(() => undefined);
    if (!Value.Check(proofShape, wanted)) throw otherVersion();
    await makeProof(path, wanted).catch((error: unknown) => {
      throw new OperatorProblem(
        `The file that proves to the server who sent the command cannot be created (${errorCode(error)}).`,
      );
    });
    return wanted.token;
  } finally {
    socket.destroy();
  }
}

async function connectTo(path: string): Promise<Socket | undefined> {
  const socket = connect(path);
  try {
    await once(socket, 'connect');
    return socket;
  } catch (error) {
    const code = errorCode(error);
    if (code === 'ENOENT' || code === 'ECONNREFUSED') return undefined;
    throw new OperatorProblem(`The running server cannot be reached (${code}).`, code === 'EACCES' ? 1 : 4);
  }
}

async function responseTo(asking: ClientRequest): Promise<IncomingMessage> {
  const [response]: IncomingMessage[] = await once(asking, 'response').catch((error: unknown) => {
    // An HPE code means that the HTTP parser rejected the response.
    throw errorCode(error).startsWith('HPE_') ? otherVersion() : serverGone();
  });
  if (response?.statusCode === 200) return response;
  if (response?.statusCode === 401)
    throw new OperatorProblem('The server could not verify who sent the command. Run the command again.');
  if (response?.statusCode === 503) throw new OperatorProblem('The running server is stopping.', 4);
  throw otherVersion();
}

async function readReply(response: IncomingMessage, takeFiles: HandOver, tell: ReportProgress) {
  const lines = linesOf(response);
  async function next(): Promise<Exclude<ResponseLine, { readonly told: string }>> {
    for (;;) {
      const { value } = await lines.next().catch(() => ({ value: undefined }));
      if (value === undefined) throw serverGone();
      const line: ResponseLine = JSON.parse(value);
      if (!('told' in line)) return line;
      tell(line.told);
    }
  }

  async function* content(): AsyncGenerator<Uint8Array> {
    for (;;) {
      const line = await next();
      if ('endOfFile' in line) return;
      if ('outcome' in line) throw new FileCutShort(line.outcome);
      if ('bytes' in line) yield Buffer.from(line.bytes, 'base64');
    }
  }

  for (;;) {
    const line = await next();
    if ('outcome' in line) return line.outcome;
    if (!('files' in line)) throw otherVersion();
    try {
      await takeFiles(line.files.map((name) => ({ name, content })));
    } catch (error) {
      if (error instanceof FileCutShort) return error.outcome;
      throw error;
    }
  }
}

/** Yields the lines of a response as they arrive. Drops an incomplete last line. */
async function* linesOf(response: IncomingMessage): AsyncGenerator<string> {
  let pieces: string[] = [];
  for await (const chunk of response.setEncoding('utf8')) {
    const [end = '', ...starts] = String(chunk).split('\n');
    pieces.push(end);
    for (const start of starts) {
      // Join a line's chunks only at its end. The line can contain a whole file, so joining each chunk would be slow.
      yield pieces.join('');
      pieces = [start];
    }
  }
}

function serverGone(): OperatorProblem {
  return new OperatorProblem('The server ended before it responded. Check whether it ran the command.');
}

function otherVersion(): OperatorProblem {
  return new OperatorProblem('The server does not understand this command. Its version may be different.');
}

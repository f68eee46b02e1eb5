/**
 * How commands reach the embedded store while a server holds it: a Unix domain socket in the data folder, which only
 * the folder's owner can open and no network reaches. One connection asks once: a line of JSON each way.
 */
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import type { Socket } from 'node:net';
import { connect, createServer } from 'node:net';
import { join, relative } from 'node:path';
import type { StoreLog } from '../store/pool.ts';
import type { OperatorCall, OperatorFile } from './command.ts';
import { OperatorProblem } from './command.ts';
import type { Outcome } from './outcome.ts';

/** A command as it travels; it is looked up by its name on the other side. */
export interface OperatorRequest {
  readonly command: string;
  readonly call: OperatorCall;
  readonly operator: string;
}

export interface OperatorDoor {
  /** Lets nobody in any more, and waits for the commands that are running. */
  readonly stop: () => Promise<void>;
}

/** Bytes of a line. A request may hold a document of 10 MiB in base64; an answer, a large export. */
const largestRequest = 16 * 1024 * 1024;
const largestAnswer = 256 * 1024 * 1024;

/** How long a caller may leave off while it says what it wants and takes the answer, in milliseconds. */
const idleMillis = 10_000;

/**
 * Answers commands until stopped. To be called by the one process that holds the data folder: a socket that is there
 * already is what a killed one left. A server whose socket cannot be made serves all the same.
 */
export async function openOperatorDoor(
  dataDir: string,
  answer: (request: OperatorRequest) => Promise<Outcome>,
  log: StoreLog,
): Promise<OperatorDoor> {
  const running = new Set<Promise<void>>();
  const asking = new Set<Socket>();
  const server = createServer((socket) => {
    asking.add(socket);
    const work = serve(socket).catch(() => undefined);
    running.add(work);
    void work.finally(() => running.delete(work));
  });

  async function serve(socket: Socket): Promise<void> {
    socket.on('error', () => socket.destroy());
    socket.setTimeout(idleMillis, () => socket.destroy());
    const line = await readLine(socket, largestRequest);
    asking.delete(socket);
    if (line === undefined) return void socket.destroy();
    socket.setTimeout(0);
    const request = parseRequest(line);
    const outcome: Outcome = request
      ? await answer(request)
      : { problem: 'The server could not read the command.', exitCode: 1 };
    const text = lineOf(outcome);
    const fits = Buffer.byteLength(text) <= largestAnswer;
    socket.setTimeout(idleMillis);
    socket.end(fits ? text : lineOf({ problem: 'The answer is too large: ask for less.', exitCode: 1 }));
    socket.resume();
    if (!socket.closed) await once(socket, 'close');
  }

  try {
    if (process.platform === 'win32') throw new Error('Unix domain sockets only');
    const path = socketPath(dataDir);
    await rm(path, { force: true });
    await listenAlone(server, path);
  } catch (error) {
    log.warn({ err: error }, 'Commands of the operator cannot reach this server');
  }
  return {
    stop: async () => {
      server.close();
      for (const socket of asking) socket.destroy();
      await Promise.all(running);
    },
  };
}

/**
 * Has the server that holds the data folder run a command; undefined where there is none.
 * @throws OperatorProblem when the server goes away before it answered
 */
export async function askRunningServer(
  dataDir: string,
  request: OperatorRequest,
): Promise<Outcome | undefined> {
  if (process.platform === 'win32') return undefined;
  const socket = connect(socketPath(dataDir));
  try {
    await once(socket, 'connect');
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'ENOENT' || code === 'ECONNREFUSED') return undefined;
    throw new OperatorProblem(`The running server cannot be reached (${code}).`, code === 'EACCES' ? 1 : 4);
  }
  const failed = once(socket, 'error').catch((error: unknown) => error);
  socket.write(lineOf(request));
  const line = await Promise.race([readLine(socket, largestAnswer), failed.then(() => undefined)]);
  socket.destroy();
  if (line === undefined)
    throw new OperatorProblem('The server went away before it answered: look whether the command was done.');
  return JSON.parse(line, withBytes) as Outcome;
}

/** A short path, for a socket's has 107 bytes at most. */
function socketPath(dataDir: string): string {
  const path = join(dataDir, 'operator.sock');
  const fromHere = relative(process.cwd(), path);
  return fromHere.length < path.length ? fromHere : path;
}

/** Listens with rights for this user alone from the first moment (0600): binding is done when `listen` returns. */
async function listenAlone(server: ReturnType<typeof createServer>, path: string): Promise<void> {
  const before = process.umask(0o177);
  try {
    server.listen(path);
  } finally {
    process.umask(before);
  }
  await once(server, 'listening');
}

/** The first line that comes; undefined where the other side ends before, or says too much. */
async function readLine(socket: Socket, largest: number): Promise<string | undefined> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of socket.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    size += chunk.byteLength;
    if (size > largest) return undefined;
    chunks.push(chunk);
    if (chunk.at(-1) === 0x0a) return Buffer.concat(chunks).toString('utf8');
  }
  return undefined;
}

/** JSON on one line; bytes of files as base64. */
function lineOf(message: OperatorRequest | Outcome): string {
  return `${JSON.stringify(message, inBase64)}\n`;
}

/** A Buffer has become `{ type: 'Buffer', data: […] }` by the time a replacer sees it, so the file is caught whole. */
function inBase64(_key: string, value: unknown): unknown {
  if (!isFile(value)) return value;
  return { name: value.name, base64: value.bytes.toString('base64') };
}

function withBytes(_key: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || !('base64' in value) || !('name' in value)) return value;
  return { name: value.name, bytes: Buffer.from(String(value.base64), 'base64') };
}

function isFile(value: unknown): value is OperatorFile {
  return typeof value === 'object' && value !== null && 'bytes' in value && Buffer.isBuffer(value.bytes);
}

/** Only this user can ask, so only the shape is looked at. */
function parseRequest(line: string): OperatorRequest | undefined {
  try {
    const request = JSON.parse(line, withBytes) as OperatorRequest;
    const { command, call, operator } = request;
    const isWhole =
      typeof command === 'string' &&
      /^[^\p{C}]{1,100}$/u.test(operator) &&
      Array.isArray(call.positionals) &&
      typeof call.options === 'object';
    return isWhole ? request : undefined;
  } catch {
    return undefined;
  }
}

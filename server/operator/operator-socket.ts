/**
 * How commands reach the embedded store while a server holds it: a Unix domain socket in the data folder, which only
 * the folder's owner can open and no network reaches. One connection asks once: the call, with the file that it reads;
 * then the files that it makes, and how it went.
 */
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import type { Socket } from 'node:net';
import { connect, createServer } from 'node:net';
import { join, relative } from 'node:path';
import type { StoreLog } from '../store/pool.ts';
import type { HandOver, OperatorCall } from './command.ts';
import { OperatorProblem } from './command.ts';
import type { Outcome } from './outcome.ts';
import { HungUp, Interrupted, type Wire, wireOver } from './wire.ts';

/** A command that is looked up by its name on the other side. */
export interface OperatorRequest {
  readonly command: string;
  readonly call: OperatorCall;
  readonly operator: string;
}

/** A request as it travels: of the file that is read, its name; its content follows. */
interface Asked extends OperatorRequest {
  readonly call: Omit<OperatorCall, 'input'>;
  readonly input?: string;
}

export interface OperatorDoor {
  /** Lets nobody in any more, and waits for the commands that are running. */
  readonly stop: () => Promise<void>;
}

/** Bytes of a message; no file is part of one. */
const longestRequest = 1_048_576;
const longestAnswer = 256 * 1_048_576;

/** How long a caller may leave off while it says what it wants, in milliseconds. */
const askingMillis = 10_000;

/** How long a caller may take nothing of what it is given, in milliseconds: someone may be reading it in a pager. */
const takingMillis = 600_000;

/**
 * Answers commands until stopped. To be called by the one process that holds the data folder: a socket that is there
 * already is what a killed one left. A server whose socket cannot be made serves all the same.
 */
export async function openOperatorDoor(
  dataDir: string,
  answer: (request: OperatorRequest, handOver: HandOver) => Promise<Outcome>,
  log: StoreLog,
): Promise<OperatorDoor> {
  const running = new Set<Promise<void>>();
  const asking = new Set<Socket>();
  const taking = new Set<Socket>();
  let patience = takingMillis;
  const server = createServer((socket) => {
    asking.add(socket);
    const work = serve(socket).catch((error: unknown) => {
      if (!(error instanceof HungUp))
        log.error({ err: error }, 'A command of the operator could not be answered');
      socket.destroy();
    });
    running.add(work);
    void work.finally(() => running.delete(work));
  });

  async function serve(socket: Socket): Promise<void> {
    socket.on('error', () => socket.destroy());
    socket.setTimeout(askingMillis, () => socket.destroy());
    const wire = wireOver(socket, longestRequest);
    const asked = await wire.hear();
    asking.delete(socket);
    socket.setTimeout(0);
    const request = requestOf(asked, wire);
    const outcome: Outcome = request
      ? await answer(request, (files) => whileTaken(socket, () => handOver(wire, files)))
      : { problem: 'The server could not read the command.', exitCode: 1 };
    await whileTaken(socket, () => wire.say({ outcome }));
    socket.setTimeout(askingMillis);
    socket.end();
    await wire.deafen();
    if (!socket.closed) await once(socket, 'close');
  }

  /** Nobody waits for ever for one who takes nothing, least of all a server that is to stop. */
  async function whileTaken(socket: Socket, hand: () => Promise<void>): Promise<void> {
    taking.add(socket);
    socket.setTimeout(patience);
    try {
      await hand();
    } finally {
      taking.delete(socket);
      socket.setTimeout(0);
    }
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
      patience = askingMillis;
      for (const socket of asking) socket.destroy();
      for (const socket of taking) socket.setTimeout(patience);
      await Promise.all(running);
    },
  };
}

async function handOver(wire: Wire, files: Parameters<HandOver>[0]): Promise<void> {
  await wire.say({ files: files.map(({ name }) => name) });
  for (const file of files) await wire.send(file.content());
}

/**
 * Has the server that holds the data folder run a command, and passes on the files that it makes; undefined where there
 * is no server.
 * @throws OperatorProblem when the server goes away before it answered; what `take` or the file that is read throws
 */
export async function askRunningServer(
  dataDir: string,
  request: OperatorRequest,
  take: HandOver,
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
  socket.on('error', () => socket.destroy());
  const wire = wireOver(socket, longestAnswer);
  let failure: unknown;
  const asking = ask(wire, request).catch((error: unknown) => {
    // A server that has heard enough hangs up on the rest: then its answer is there all the same.
    if (error instanceof HungUp) return;
    failure = error;
    socket.destroy();
  });
  try {
    return await hearOutcome(wire, take);
  } catch (error) {
    throw failure ?? error;
  } finally {
    socket.destroy();
    await asking;
  }
}

async function ask(wire: Wire, { command, call: { input, ...call }, operator }: OperatorRequest) {
  await wire.say({ command, call, operator, ...(input && { input: input.name }) });
  if (input) await wire.send(input.content());
}

async function hearOutcome(wire: Wire, take: HandOver): Promise<Outcome> {
  for (;;) {
    const said = await wire.hear();
    if (!isObject(said)) throw goneAway();
    if ('outcome' in said) return said['outcome'] as Outcome;
    const { files: names } = said;
    if (!Array.isArray(names)) throw goneAway();
    try {
      await take(names.map(String).map((name) => ({ name, content: () => wire.receive() })));
    } catch (error) {
      if (!(error instanceof Interrupted)) throw error;
      if (isObject(error.said) && 'outcome' in error.said) return error.said['outcome'] as Outcome;
      throw goneAway();
    }
  }
}

function goneAway(): OperatorProblem {
  return new OperatorProblem('The server went away before it answered: look whether the command was done.');
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

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

/** Only this user can ask, so only the shape is looked at. */
function requestOf(asked: unknown, wire: Wire): OperatorRequest | undefined {
  if (!isObject(asked) || !isObject(asked['call'])) return undefined;
  const { command, operator, call, input } = asked as unknown as Asked;
  const isWhole =
    typeof command === 'string' &&
    typeof operator === 'string' &&
    /^[^\p{C}]{1,100}$/u.test(operator) &&
    Array.isArray(call.positionals) &&
    isObject(call.options);
  if (!isWhole) return undefined;
  if (typeof input !== 'string') return { command, operator, call };
  return { command, operator, call: { ...call, input: { name: input, content: () => wire.receive() } } };
}

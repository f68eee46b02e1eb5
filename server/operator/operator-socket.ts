/**
 * Runs operator commands in the server: HTTP over a Unix domain socket, which no network can reach. That in the data
 * folder only the folder's owner can open; a shared one, who may enter its folder. See operator-protocol.ts for what is
 * sent.
 */
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import type { IncomingMessage, Server } from 'node:http';
import type { Socket } from 'node:net';
import { PassThrough } from 'node:stream';
import { finished } from 'node:stream/promises';
import Fastify, { type FastifyReply } from 'fastify';
import Type from 'typebox';
import { Value } from 'typebox/value';
import type { StoreLog } from '../db/pool.ts';
import { type OperatorIdentity, operatorWithUid } from './access/operator-identity.ts';
import { checkFolderOf, openProofs, type Proofs } from './access/socket-proof.ts';
import { type HandOver, OperatorProblem, type Tell } from './command.ts';
import {
  type Asked,
  commandPath,
  type OperatorDoor,
  type OperatorRequest,
  proofPath,
  type ResponseLine,
  responseType,
} from './operator-protocol.ts';
import type { Outcome } from './outcome.ts';

const askedShape = Type.Object({
  command: Type.String(),
  proof: Type.String(),
  call: Type.Object({
    positionals: Type.Array(Type.String()),
    options: Type.Record(Type.String(), Type.Union([Type.String(), Type.Boolean()])),
  }),
  input: Type.Optional(Type.String()),
});

/** A call and who makes it, which is proved. */
export interface ProvedRequest extends OperatorRequest {
  readonly operator: OperatorIdentity;
}

export interface OperatorServer {
  /** Accepts no more calls, and waits for running commands. */
  readonly stop: () => Promise<void>;
}

/** The most bytes of a call, without its file. */
const longestCall = 1_048_576;

/** Milliseconds that a caller may read nothing of the response: they may have it open in a pager. */
const readingMillis = 600_000;

/** The same while the server stops, and how long a caller may stay connected after the response. */
const leavingMillis = 10_000;

/** The caller is no longer connected. */
class CallerGone extends OperatorProblem {
  constructor() {
    super('The caller is gone.', 4);
  }
}

/**
 * Runs commands until stopped. No other process may serve this socket: one that already exists was left by a killed one. If the socket cannot be created, that is logged and the server runs without it; a shared one in a folder that others may
 * write to is an OperatorProblem.
 */
export async function serveOperator(
  { path, shared }: OperatorDoor,
  run: (request: ProvedRequest, handOver: HandOver, tell: Tell) => Promise<Outcome>,
  log: StoreLog,
): Promise<OperatorServer> {
  if (shared) await checkFolderOf(path);
  const running = new Set<Promise<void>>();
  /** Connections that wait for their caller to read. */
  const reading = new Set<Socket>();
  let patience = readingMillis;

  function waitForReader(socket: Socket): void {
    reading.add(socket);
    socket.setTimeout(patience);
  }

  async function respond(request: ProvedRequest, socket: Socket, reply: FastifyReply): Promise<void> {
    const body = new PassThrough();
    reply.type(responseType).send(body);
    const gone = new AbortController();
    body.once('close', () => gone.abort());
    const write = async (line: ResponseLine) => {
      if (gone.signal.aborted) throw new CallerGone();
      if (body.write(`${JSON.stringify(line)}\n`)) return;
      waitForReader(socket);
      await once(body, 'drain', gone).catch(() => {
        throw new CallerGone();
      });
      reading.delete(socket);
      socket.setTimeout(0);
    };
    try {
      // A caller who has left gets no more progress.
      const tell = (told: string) => void write({ told }).catch(() => undefined);
      await write({ outcome: await run(request, (files) => writeFiles(files, write), tell) });
      waitForReader(socket);
      body.end();
    } catch (error) {
      if (!(error instanceof CallerGone))
        log.error({ err: error }, 'The response to an operator command could not be sent');
      socket.destroy();
    }
    // The caller closes the connection; how does not matter.
    await finished(socket).catch(() => undefined);
    reading.delete(socket);
  }

  let proofs: Proofs | undefined;
  const app = Fastify({ http: { maxHeaderSize: longestCall }, keepAliveTimeout: leavingMillis });
  app.addContentTypeParser('application/octet-stream', (_request, _body, done) => done(null));
  app.post(proofPath, async (_request, reply) => proofs?.want() ?? reply.code(503).send());
  app.post<{ Querystring: { call?: string } }>(commandPath, async ({ query, raw }, reply) => {
    const asked = readAsked(query.call);
    if (!asked) return reply.code(400).send();
    const uid = await proofs?.proved(asked.proof);
    if (uid === undefined) return reply.code(401).send();
    const request = { ...requestOf(asked, raw), operator: await operatorWithUid(uid) };
    const work = respond(request, raw.socket, reply);
    running.add(work);
    await work.finally(() => running.delete(work));
    return reply;
  });

  try {
    if (process.platform === 'win32') throw new Error('Unix domain sockets only');
    await rm(path, { force: true });
    proofs = await openProofs(path, { shared });
    await app.ready();
    await listenAs(app.server, path, shared ? 0o666 : 0o600);
  } catch (error) {
    log.warn({ err: error }, 'Operator commands cannot reach this server');
  }
  return {
    stop: async () => {
      const closed = app.close();
      patience = leavingMillis;
      for (const socket of reading) socket.setTimeout(patience);
      await Promise.all(running);
      // The remaining connections have not completed their call, and would keep the server open.
      app.server.closeAllConnections();
      await closed;
      await proofs?.close();
    },
  };
}

async function writeFiles(
  files: Parameters<HandOver>[0],
  write: (line: ResponseLine) => Promise<void>,
): Promise<void> {
  await write({ files: files.map(({ name }) => name) });
  for (const file of files) {
    for await (const piece of file.content()) await write({ bytes: Buffer.from(piece).toString('base64') });
    await write({ endOfFile: true });
  }
}

/** Only the shape: the command checks the values. */
function readAsked(json = ''): Asked | undefined {
  try {
    const asked: unknown = JSON.parse(json);
    return Value.Check(askedShape, asked) ? asked : undefined;
  } catch {
    return undefined;
  }
}

function requestOf({ command, call, input }: Asked, body: IncomingMessage): OperatorRequest {
  if (input === undefined) return { command, call };
  return { command, call: { ...call, input: { name: input, content: () => contentOf(body) } } };
}

/** A command may stop reading early; the connection stays open for the response. */
async function* contentOf(body: IncomingMessage): AsyncGenerator<Uint8Array> {
  try {
    yield* body.iterator({ destroyOnReturn: false });
  } catch {
    throw new OperatorProblem('The file was not received to its end.');
  }
}

/** Listens on a socket of this mode from the first moment: `listen` creates it before it returns. */
async function listenAs(server: Server, path: string, mode: number): Promise<void> {
  const before = process.umask(0o777 & ~mode);
  try {
    server.listen(path);
  } finally {
    process.umask(before);
  }
  await once(server, 'listening');
}

/**
 * Runs operator commands that arrive by HTTP over a Unix domain socket. Only root and the owner of the data folder can connect to
 * the socket in the data folder. Anyone who may enter the folder of a shared socket can connect to the shared socket.
 */
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import type { IncomingMessage, Server } from 'node:http';
import type { Socket } from 'node:net';
import { PassThrough } from 'node:stream';
import { finished } from 'node:stream/promises';
import Fastify, { type FastifyReply } from 'fastify';
import { Value } from 'typebox/value';
import type { StoreLog } from '../db/pool.ts';
import { type OperatorIdentity, operatorWithUid } from './access/operator-identity.ts';
import { checkFolderOf, openProofs, type Proofs } from './access/socket-proof.ts';
import { type HandOver, type OperatorFile, OperatorProblem, type ReportProgress } from './command.ts';
import {
  type CommandSocket,
  commandPath,
  type OperatorRequest,
  proofPath,
  type ResponseLine,
  requestShape,
  responseType,
  type SentRequest,
} from './operator-protocol.ts';
import type { Outcome } from './outcome.ts';

type ProvedRequest = OperatorRequest & { readonly operator: OperatorIdentity };

/** Maximum number of bytes in a call, not counting the file that the caller sends. */
const longestCall = 1_048_576;

/** How long a caller may pause while reading the response, in milliseconds. The operator may be viewing it in a pager. */
const readingMillis = 600_000;

/** Milliseconds for which a caller may stay connected after a response. While the server stops, also replaces `readingMillis`. */
const leavingMillis = 10_000;

class CallerGone extends OperatorProblem {
  constructor() {
    super('The caller is no longer connected.', 4);
  }
}

/**
 * Runs callers' commands until `stop` is called. Replaces a socket that a killed server left behind. If it can't create the
 * socket, only logs a warning. Throws OperatorProblem if other users may write to the folder of a shared socket.
 */
export async function serveOperator(
  { path, shared }: CommandSocket,
  run: (request: ProvedRequest, handOver: HandOver, tell: ReportProgress) => Promise<Outcome>,
  log: StoreLog,
) {
  if (shared) await checkFolderOf(path);
  const running = new Set<Promise<void>>();
  /** Connections whose caller has not yet read everything that was sent. */
  const reading = new Set<Socket>();
  let timeoutMillis = readingMillis;

  function waitForReader(socket: Socket): void {
    reading.add(socket);
    socket.setTimeout(timeoutMillis);
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
      // Ignore errors: if the caller has disconnected, the progress is not sent.
      const tell = (told: string) => void write({ told }).catch(() => undefined);
      await write({ outcome: await run(request, (files) => writeFiles(files, write), tell) });
      waitForReader(socket);
      body.end();
    } catch (error) {
      if (!(error instanceof CallerGone))
        log.error({ err: error }, 'The response to an operator command could not be sent');
      socket.destroy();
    }
    // Wait until the caller closes the connection. An error on the connection no longer matters.
    await finished(socket).catch(() => undefined);
    reading.delete(socket);
  }

  let proofs: Proofs | undefined;
  const app = Fastify({ http: { maxHeaderSize: longestCall }, keepAliveTimeout: leavingMillis });
  app.addContentTypeParser('application/octet-stream', (_request, _body, done) => done(null));
  app.post(proofPath, async (_request, reply) => proofs?.want() ?? reply.code(503).send());
  app.post<{ Querystring: { call?: string } }>(commandPath, async ({ query, raw }, reply) => {
    const asked = readRequest(query.call);
    if (!asked) return reply.code(400).send();
    const { command, proof, call, input } = asked;
    const uid = await proofs?.proved(proof);
    if (uid === undefined) return reply.code(401).send();
    const file = input !== undefined && { input: { name: input, content: () => contentOf(raw) } };
    const operator = await operatorWithUid(uid);
    const work = respond({ command, call: { ...call, ...file }, operator }, raw.socket, reply);
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
    /** Stops accepting calls, and waits for running commands. */
    stop: async (): Promise<void> => {
      const closed = app.close();
      timeoutMillis = leavingMillis;
      for (const socket of reading) socket.setTimeout(timeoutMillis);
      await Promise.all(running);
      // The remaining connections have not sent a complete call, and would prevent the server from closing.
      app.server.closeAllConnections();
      await closed;
      await proofs?.close();
    },
  };
}

async function writeFiles(files: readonly OperatorFile[], write: (line: ResponseLine) => Promise<void>) {
  await write({ files: files.map(({ name }) => name) });
  for (const file of files) {
    for await (const piece of file.content()) await write({ bytes: Buffer.from(piece).toString('base64') });
    await write({ endOfFile: true });
  }
}

/** Returns the request in the JSON, or undefined if the JSON has another shape. The command checks the values later. */
function readRequest(json = ''): SentRequest | undefined {
  try {
    const asked: unknown = JSON.parse(json);
    return Value.Check(requestShape, asked) ? asked : undefined;
  } catch {
    return undefined;
  }
}

/** Yields the body of a call. If the command stops reading early, the connection stays open for the response. */
async function* contentOf(body: IncomingMessage): AsyncGenerator<Uint8Array> {
  try {
    yield* body.iterator({ destroyOnReturn: false });
  } catch {
    throw new OperatorProblem('The file was not received completely.');
  }
}

/** Listens on a socket. Sets the umask first, so the socket has the permissions `mode` as soon as `listen` creates it. */
async function listenAs(server: Server, path: string, mode: number): Promise<void> {
  const before = process.umask(0o777 & ~mode);
  try {
    server.listen(path);
  } finally {
    process.umask(before);
  }
  await once(server, 'listening');
}

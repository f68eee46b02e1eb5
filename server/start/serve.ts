/** Runs the server with the settings from the environment until SIGTERM or SIGINT. */
import { flushCompileCache } from 'node:module';
import type { AddressInfo } from 'node:net';
import { pino } from 'pino';
import { buildInfo, buildWords } from '../config/build-info.ts';
import { readSettings } from '../config/settings.ts';
import { loggerOptions } from '../observability/logging.ts';
import { servePage, serveWaitingPage } from '../page/page.ts';
import { StartProblem } from './start-problem.ts';
import { type RunningServer, startServer } from './start-server.ts';

function refuse(problems: readonly string[]): never {
  for (const problem of problems) console.error(problem);
  process.exit(1);
}

const read = readSettings(process.env);
if (!read.ok) refuse(read.problems);
const { settings } = read;
const log = pino(loggerOptions(settings.logLevel));

/** Logs an unhandled error and exits. The log drops the error's message, which may quote an answer (X3). */
function endWith(error: unknown): never {
  log.fatal(error, 'unhandled error; the server exits');
  process.exit(1);
}

process.on('uncaughtException', endWith);
process.on('unhandledRejection', endWith);

let running: RunningServer | undefined;
let isStopping = false;

function onSignal(signal: NodeJS.Signals, end: (server: RunningServer) => Promise<void>): void {
  process.on(signal, () => {
    if (isStopping) return;
    isStopping = true;
    log.info({ signal }, 'stopping');
    // A server that has not started yet has no calls to finish.
    const ended = running === undefined ? Promise.resolve() : end(running);
    ended.then(() => process.exit(0), endWith);
  });
}

async function serve(): Promise<void> {
  onSignal('SIGTERM', ({ retire }) => retire());
  // SIGINT comes from a person at the keyboard, so there is no load balancer to wait for.
  onSignal('SIGINT', ({ stop }) => stop());
  // If the keys come from ENCRYPTION_KEYS_FILE, SIGHUP makes the server read this file again. Otherwise, SIGHUP ends the process,
  // as it does by default.
  const hasKeyFile = settings.encryptionKeys === undefined && settings.encryptionKeysFile !== undefined;
  if (hasKeyFile) process.on('SIGHUP', () => running?.readKeysAgain());
  running = await startServer(settings, log, { page: servePage, servesWhileWaiting: serveWaitingPage });
  const { app, listen, stop } = running;
  await listen().catch(async (error: unknown) => {
    await stop();
    throw error;
  });
  // Write the compile cache now. Node would otherwise write it at exit, but this process may be killed.
  flushCompileCache();
  const { port } = app.server.address() as AddressInfo;
  // In production, don't print the server's own URL: the output must be JSON only, and people use the proxy's URL.
  if (settings.nodeEnv === 'production') log.info({ port, ...buildInfo }, 'ready');
  else console.log(`Ready at http://localhost:${port} (${buildWords})`);
}

await serve().catch((error: unknown) => {
  if (error instanceof StartProblem) refuse(error.problems);
  refuse([error instanceof Error ? error.message : String(error)]);
});

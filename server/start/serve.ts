/** Serves by the settings of the environment until SIGTERM or SIGINT. */
import type { AddressInfo } from 'node:net';
import { pino } from 'pino';
import { buildInfo, buildWords } from '../config/build-info.ts';
import { readSettings } from '../config/settings.ts';
import { loggerOptions } from '../observability/logging.ts';
import { servePage, serveWaitingPage } from '../page/page.ts';
import { keepCompiledNow } from '../processes/compiled-code.ts';
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

/** An unhandled error goes only to the log, which drops its message: that may quote an answer (X3). */
function endWith(error: unknown): never {
  log.fatal(error, 'nothing handled an error; the server ends');
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
    // Until it is started, nothing is under way that would have to end.
    const ended = running === undefined ? Promise.resolve() : end(running);
    ended.then(() => process.exit(0), endWith);
  });
}

async function serve(): Promise<void> {
  onSignal('SIGTERM', ({ retire }) => retire());
  // A person at the keyboard, not behind a load balancer: it can stop at once.
  onSignal('SIGINT', ({ stop }) => stop());
  // Only with a key file: otherwise SIGHUP still ends a server whose terminal was closed. What starts reads the file anyway.
  const hasKeyFile = settings.encryptionKeys === undefined && settings.encryptionKeysFile !== undefined;
  if (hasKeyFile) process.on('SIGHUP', () => running?.readKeysAgain());
  running = await startServer(settings, log, { page: servePage, front: serveWaitingPage });
  const { app, listen, stop } = running;
  try {
    await listen();
  } catch (error) {
    await stop();
    throw error;
  }
  keepCompiledNow();
  const { port } = app.server.address() as AddressInfo;
  // In production the log is only JSON, and people use the proxy's address.
  if (settings.nodeEnv === 'production') log.info({ port, ...buildInfo }, 'ready');
  else console.log(`Ready at http://localhost:${port} (${buildWords})`);
}

await serve().catch((error: unknown) => {
  refuse(
    error instanceof StartProblem ? error.problems : [error instanceof Error ? error.message : String(error)],
  );
});

/** Starts the server from the environment and stops it on SIGTERM or SIGINT. */
import { pino } from 'pino';
import { loggerOptions } from './logging.ts';
import { servePage } from './page/page.ts';
import { readSettings } from './settings.ts';
import { StartProblem, startServer } from './start-server.ts';

function refuse(problems: readonly string[]): never {
  for (const problem of problems) console.error(problem);
  process.exit(1);
}

const read = readSettings(process.env);
if (!read.ok) refuse(read.problems);
const { settings } = read;
const log = pino(loggerOptions(settings.logLevel));

try {
  const { app, services, stop, readKeysAgain } = await startServer(settings, log, { page: servePage });
  let stopping = false;
  for (const signal of ['SIGTERM', 'SIGINT'] as const)
    process.on(signal, () => {
      if (stopping) return;
      stopping = true;
      log.info({ signal }, 'stopping');
      stop().then(
        () => process.exit(0),
        () => process.exit(1),
      );
    });
  // Only there: elsewhere SIGHUP still ends a server whose terminal was closed.
  if (services.keyRing.source === 'file') process.on('SIGHUP', readKeysAgain);
  await app.listen({ port: settings.port, host: settings.host, listenTextResolver: () => 'Listening' });
  const address = app.server.address();
  const port = typeof address === 'object' && address !== null ? address.port : settings.port;
  // In production the log is JSON alone, and the address that people use is the proxy's.
  if (settings.nodeEnv === 'production') log.info({ port }, 'ready');
  else console.log(`Ready at http://localhost:${port}`);
} catch (error) {
  refuse(
    error instanceof StartProblem ? error.problems : [error instanceof Error ? error.message : String(error)],
  );
}

/** Runs the server for `npm run dev`. The server's HTML documents load the page's scripts from Vite, below `devBase`. */
import type { AddressInfo } from 'node:net';
import { pino } from 'pino';
import { readSettings } from '../server/config/settings.ts';
import { StoreInUse } from '../server/db/embedded/folder-lock.ts';
import { loggerOptions } from '../server/observability/logging.ts';
import type { PageAssets } from '../server/page/document.ts';
import { serveDocuments } from '../server/page/page.ts';
import { StartProblem } from '../server/start/start-problem.ts';
import { startServer } from '../server/start/start-server.ts';
import { devBase, devEntry } from './dev-addresses.ts';

/** Contains no built assets and no prerendered first screen, because both would come from the last build. */
const assets: PageAssets = {
  modules: [],
  laterModules: [],
  styles: [],
  integrity: {},
  criticalCss: '',
  renderIntro: async () => '',
  renderLoading: async () => '',
  isIntroPath: () => true,
  drawsIntro: '',
  noProgram: { css: '', picture: '' },
  inlineScript: `import('${devBase + devEntry}')`,
};

const read = readSettings(process.env);
if (!read.ok) throw new Error(read.problems.join('\n'));
const { settings } = read;
const { app, listen, stop } = await startServer(settings, pino(loggerOptions(settings.logLevel)), {
  draftTexts: true,
  page: (api, services) => serveDocuments(api, services, assets),
}).catch((error) => {
  const isUnderstood = error instanceof StartProblem || error instanceof StoreInUse;
  console.error(isUnderstood ? error.message : error);
  process.exit(1);
});
await listen(['127.0.0.1']);

let stopping = false;
async function end(): Promise<void> {
  if (stopping) return;
  stopping = true;
  await stop();
  process.exit(0);
}
process.on('SIGINT', end);
process.on('SIGTERM', end);
// `disconnect` means that the parent process has ended.
process.on('disconnect', end);
if (process.connected) process.send?.((app.server.address() as AddressInfo).port);
else await end();

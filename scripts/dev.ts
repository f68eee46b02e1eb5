/**
 * `npm run dev` serves the API and the page, with hot updates, on one port and with the settings of `npm start`. Vite serves the
 * page's files. All other requests go to the server in a separate process, which restarts when its sources change. The
 * session of an open page survives the restart, because it is in the database.
 */
import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { request as makeRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join, resolve, sep } from 'node:path';
import type { Plugin } from 'vite';
import { createServer } from 'vite';
import { readSettings } from '../server/config/settings.ts';
import { devBase, devEntry } from './dev-addresses.ts';

/**
 * The server's environment, copied before Vite sets NODE_ENV, because NODE_ENV means something else to the server. Node's
 * compile cache makes the frequent restarts faster.
 */
const serverEnv = {
  NODE_COMPILE_CACHE: resolve('node_modules/.cache/compiled'),
  ...process.env,
  PORT: '0',
};

const read = readSettings(process.env);
if (!read.ok) {
  for (const problem of read.problems) console.error(problem);
  process.exit(1);
}
const { port, host, programsDir } = read.settings;

/** Watched folders. A change in one of them restarts the server. */
const serverSources = ['server', 'form', 'api', 'copy', programsDir].map((folder) => resolve(folder));

let server: ChildProcess | undefined;

/** Starts the server. Resolves to its port, or to undefined if the server ended before it listened. */
function startServer(): Promise<number | undefined> {
  const started = spawn(process.execPath, [join(import.meta.dirname, 'dev-server.ts')], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    env: serverEnv,
  });
  server = started;
  return new Promise((tell) => {
    started.once('message', (message) => tell(Number(message)));
    started.once('exit', (code) => {
      if (code) console.error('The server is not running. The next change of its sources starts it again.');
      tell(undefined);
    });
  });
}

async function stopServer(): Promise<void> {
  if (!server || server.exitCode !== null || server.signalCode !== null) return;
  const ended = once(server, 'exit');
  server.kill('SIGINT');
  await ended;
}

let serverPort = startServer();

/**
 * Delay before a restart, in milliseconds. It lets an open page load the change before the restart. Several files that
 * change together cause only one restart.
 */
const restartDelayMillis = 500;

let isDue = false;
function restartServer(): void {
  if (isDue) return;
  isDue = true;
  setTimeout(() => {
    isDue = false;
    const restarted = serverPort.then(stopServer).then(startServer);
    serverPort = restarted;
    void restarted.then((port) => {
      if (!port || restarted !== serverPort) return;
      vite.ws.send('server-restarted');
      console.log('Restarted');
    });
  }, restartDelayMillis);
}

/** Relaxes a document's Content Security Policy for Vite's style elements, WebSocket and error overlay. */
function relaxed(policy: string): string {
  return policy
    .split(/; ?/)
    .filter((directive) => !/trusted-types/.test(directive))
    .map((directive) => directive.replace(/^style-src .*/, "style-src 'self' 'unsafe-inline'"))
    .map((directive) => directive.replace(/^connect-src/, 'connect-src ws:'))
    .join('; ');
}

/** Returns the server's port, after waiting for a pending restart. Returns undefined if the server is not running. */
async function currentPort(): Promise<number | undefined> {
  const awaited = serverPort;
  const port = await awaited;
  return awaited === serverPort ? port : currentPort();
}

/** Forwards a request to the server, including the Host header, which selects the program. Waits while the server restarts. */
async function forward(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { method, url: path, headers } = request;
  const target = await currentPort();
  const sentTo = serverPort;
  const unavailable = () => {
    if (!response.headersSent) response.writeHead(503, { 'retry-after': '1' });
    response.end('The server is not running; its output says why.');
  };
  if (target === undefined) {
    unavailable();
    return;
  }
  const call = makeRequest(
    { host: '127.0.0.1', port: target, method, path, headers, agent: false },
    (answered) => {
      const policy = answered.headers['content-security-policy'];
      response.writeHead(answered.statusCode ?? 502, {
        ...answered.headers,
        ...(typeof policy === 'string' && { 'content-security-policy': relaxed(policy) }),
      });
      answered.pipe(response);
    },
  );
  call.on('error', () => {
    // When the server stops, it resets connections whose requests it has not read. A request without a body can be sent again to
    // the restarted server.
    const canRepeat = (method === 'GET' || method === 'HEAD') && !response.headersSent;
    if (canRepeat && sentTo !== serverPort) void forward(request, response);
    else unavailable();
  });
  request.pipe(call);
}

/** Source of the entry module. It sets up React Fast Refresh before any component loads, then opens the page. */
const entry = `
import '/theme/critical.css';
import { injectIntoGlobalHook } from '/@react-refresh';
injectIntoGlobalHook(window);
window.$RefreshReg$ = () => {};
window.$RefreshSig$ = () => (type) => type;
const { open } = await import('/app/main.tsx');
await open(() => {});
`;

const ownServer: Plugin = {
  name: 'own-server',
  resolveId: (id) => (id === `/${devEntry}` ? id : undefined),
  load: (id) => (id === `/${devEntry}` ? entry : undefined),
  configureServer: ({ middlewares, watcher }) => {
    middlewares.use((request, response, next) =>
      request.url?.startsWith(devBase) ? next() : void forward(request, response),
    );
    watcher.add(serverSources);
    watcher.on('all', (_, file) => {
      const isSource = serverSources.some((folder) => file.startsWith(folder + sep));
      if (isSource && !file.includes('.test.')) restartServer();
    });
  },
};

const vite = await createServer({
  base: devBase,
  appType: 'custom',
  clearScreen: false,
  // Optimizes the packages that the page loads late. If Vite found such a package only when the page loads it, Vite would reload
  // the page.
  optimizeDeps: { entries: ['app/main.tsx'] },
  // Allows any host, because each program has its own hosts.
  server: { port, host, strictPort: true, allowedHosts: true },
  plugins: [ownServer],
});
try {
  await vite.listen();
} catch (error) {
  // Prints an error from Vite, such as a port that is already in use, and stops the server.
  console.error(error instanceof Error ? error.message : error);
  await stopServer();
  process.exit(1);
}
await serverPort;
const address = vite.httpServer?.address() as AddressInfo | undefined;
console.log(`Ready at http://localhost:${address?.port}`);

async function end(): Promise<void> {
  await Promise.all([stopServer(), vite.close()]);
  process.exit(0);
}
process.once('SIGINT', end);
process.once('SIGTERM', end);

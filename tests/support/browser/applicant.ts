/** Starts a server with a separate empty store, and a browser in which a test acts as a person with a phone. */
import { mkdtemp } from 'node:fs/promises';
import type { Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { pino } from 'pino';
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { chromium } from 'playwright-core';
import { readSettings } from '../../../server/config/settings.ts';
import type { Database } from '../../../server/db/database.ts';
import { servePage } from '../../../server/page/page.ts';
import type { RunningServer } from '../../../server/start/start-server.ts';
import { startServer } from '../../../server/start/start-server.ts';
import { removeFolder } from '../folders.ts';
import { heavyWork } from '../heavy-work.ts';
import { seededNumbers } from '../seeded-numbers.ts';
import { findBrowser } from './find-browser.ts';
import { withOwnFonts } from './fonts.ts';
import type { Hands } from './hands.ts';
import { handsOn } from './hands.ts';
import { recordPresses } from './recent-presses.ts';
import { watchCalls } from './saved-calls.ts';

/** The size of a phone's screen. */
export const phone = { width: 390, height: 844 };

export interface TestServer extends RunningServer {
  readonly dataDir: string;
  /** Returns the URL of a program: `toro` → http://toro.localhost:1234. */
  readonly at: (domainKey: string) => string;
}

/** Folder of the build whose page continues its session after a reload (`VITE_PERSIST_SESSION`, D18). */
const persistingPage = fileURLToPath(new URL('../../../dist/persisting/', import.meta.url));

export interface ServerOptions {
  /** Environment variables that change the default settings of tests. */
  readonly env?: Readonly<Record<string, string>>;
  /** Whether to serve the page that continues its session after a reload. `arriveAt` can then open any screen. */
  readonly persistsSession?: boolean;
  /** An open store and its folder. When the server stops, it closes the store. By default, the server creates a new store. */
  readonly database?: Database & { readonly dataDir: string };
}

/** Maximum delay that `npm run test:browser -- --late SEED` adds to a response, in milliseconds. */
const latestMillis = 450;

/**
 * Delays each response of a server by a random time if the environment variable LATE_SEED is set. The same seed produces the same
 * delays.
 */
function delayResponses(server: Server): void {
  const { LATE_SEED: seed } = process.env;
  if (seed === undefined) return;
  const numbers = seededNumbers(Number(seed));
  server.prependListener('request', (_request, response) => {
    const end = response.end;
    const late = (...args: unknown[]) => {
      setTimeout(() => Reflect.apply(end, response, args), numbers() * latestMillis);
      return response;
    };
    response.end = late as typeof end;
  });
}

/** Starts a complete server with the page and the workers, on a free port. */
export async function startTestServer(options: ServerOptions = {}): Promise<TestServer> {
  const { database, env, persistsSession = false } = options;
  const dataDir = database?.dataDir ?? (await mkdtemp(join(tmpdir(), 'card-application-')));
  const read = readSettings({ DATA_DIR: dataDir, LIMITS_FACTOR: '100', ...env });
  if (!read.ok) throw new Error(read.problems.join('\n'));
  const server = await startServer(read.settings, pino({ level: 'silent' }), {
    ...(database && { database }),
    heavyWork,
    page: (app, services) => servePage(app, services, persistsSession ? persistingPage : undefined),
  });
  delayResponses(server.app.server);
  const address = await server.app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = new URL(address);
  return {
    ...server,
    dataDir,
    at: (domainKey) => `http://${domainKey}.localhost:${port}`,
    stop: async () => {
      await server.stop();
      if (!database) await removeFolder(dataDir);
    },
  };
}

/** Starts the browser with the fonts of the tests and these additional command line arguments. */
export async function startBrowser(args: readonly string[] = []): Promise<Browser> {
  const executablePath = findBrowser();
  if (!executablePath) throw new Error('No browser is installed. npm test installs one.');
  return chromium.launch({
    executablePath,
    env: withOwnFonts(),
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      ...args,
    ],
  });
}

/** A person with a phone. If the page throws or logs an error, `close` fails the test. */
export interface Applicant extends Hands {
  readonly page: Page;
  readonly context: BrowserContext;
  /** Waits until everything typed so far is saved. */
  readonly allSaved: () => Promise<void>;
  readonly close: () => Promise<void>;
}

/** Returns a person with their own browser context. `options` overrides the options that `newPhone` sets. */
export async function newApplicant(browser: Browser, options?: BrowserContextOptions): Promise<Applicant> {
  const context = await newPhone(browser, options);
  return applicantAt(await context.newPage(), () => context.close());
}

/** Returns a new, empty browser context with the window size of a phone. */
export async function newPhone(browser: Browser, options?: BrowserContextOptions): Promise<BrowserContext> {
  const context = await browser.newContext({ viewport: phone, reducedMotion: 'reduce', ...options });
  await recordPresses(context);
  return context;
}

/**
 * Returns a new person in a browser context that earlier tests have used. Deletes cookies and resets network changes. The page's
 * files stay in the cache, so this takes half the time of a new context. Only one person at a time may use a context.
 */
export async function nextApplicant(context: BrowserContext): Promise<Applicant> {
  await context.clearCookies();
  await context.setOffline(false);
  const page = await context.newPage();
  return applicantAt(page, () => page.close());
}

function applicantAt(page: Page, leave: () => Promise<void>): Applicant {
  const troubles: string[] = [];
  page.on('pageerror', (error) => troubles.push(error.message));
  page.on('console', (message) => {
    // Ignores the browser's log entry for each failed request. Other checks cover how the page handles the failure.
    if (message.type() === 'error' && !/Failed to load resource/.test(message.text()))
      troubles.push(message.text());
  });
  page.setDefaultTimeout(15_000);
  return {
    page,
    context: page.context(),
    ...handsOn(page),
    allSaved: watchCalls(page),
    close: async () => {
      await leave();
      if (troubles.length > 0) throw new Error(`The page failed: ${troubles.join('; ')}`);
    },
  };
}

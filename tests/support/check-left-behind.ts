/**
 * Runs before and after every test file (`setupFiles` of `vitest.config.ts`). Test files share a process, so a change that one
 * file leaves behind would affect the next file. A file that leaves changes behind fails with a list of them.
 */
import { EventEmitter } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { afterAll } from 'vitest';
import { forget, left, timesKept } from './left-behind.ts';

/** Environment variables that may change, because libraries set them when they are first loaded. */
const setForGood = new Set(['VIPSHOME']);

/**
 * Returns the process's settings as texts, keyed by name. A test that changes a setting without restoring it would affect the
 * next test.
 */
function defaults(): Readonly<Record<string, string>> {
  const env = Object.entries(process.env).filter(([name]) => !setForGood.has(name));
  return {
    ...Object.fromEntries(env.map(([name, value]) => [`process.env.${name}`, `${value}`])),
    'process.cwd()': process.cwd(),
    'process.exitCode': String(process.exitCode),
    'Error.stackTraceLimit': String(Error.stackTraceLimit),
    'EventEmitter.defaultMaxListeners': String(EventEmitter.defaultMaxListeners),
  };
}

/** Returns the global functions that tests may replace, keyed by name. */
const replaceable = () => ({
  Date: globalThis.Date,
  fetch: globalThis.fetch,
  setTimeout: globalThis.setTimeout,
  setInterval: globalThis.setInterval,
  'performance.now': performance.now,
  'Math.random': Math.random,
  'console.log': console.log,
  'console.error': console.error,
  'process.exit': process.exit,
  'process.kill': process.kill,
});

/**
 * Counts the resources that remain after a test unless the test ends them: process listeners, listening sockets and child
 * processes.
 */
function running(): Readonly<Record<string, number>> {
  const all = process.getActiveResourcesInfo();
  const count = (name: string) => all.filter((each) => each === name).length;
  const events = process
    .eventNames()
    .map(String)
    .filter((name) => /^(SIG|uncaught|unhandled|warning)/.test(name));
  return {
    'a listening socket': count('TCPServerWrap'),
    'a child process': count('ProcessWrap'),
    ...Object.fromEntries(events.map((name) => [`process.on(${name})`, process.listenerCount(name)])),
  };
}

/** Returns the names whose values differ between two records. */
const changed = (before: Readonly<Record<string, unknown>>, after: Readonly<Record<string, unknown>>) =>
  [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    (name) => before[name] !== after[name],
  );

/** Returns the names whose counts grew by more than `timesKept` allows. */
const grown = (before: Readonly<Record<string, number>>, after: Readonly<Record<string, number>>) =>
  Object.keys(after).filter((name) => (after[name] ?? 0) > (before[name] ?? 0) + timesKept(name));

const before = {
  defaults: defaults(),
  replaceable: replaceable(),
  running: running(),
  ca: getCACertificates('default'),
};
forget();
function leftBehind(): readonly string[] {
  return [
    ...changed(before.defaults, defaults()),
    ...changed(before.replaceable, replaceable()),
    ...grown(before.running, running()),
    ...left(),
  ];
}

afterAll(async () => {
  // Setting the certificates makes Node parse all of them again, so set them only if the file has added one.
  if (getCACertificates('default').length !== before.ca.length) setDefaultCACertificates(before.ca);
  // Waits up to two seconds, because a resource that the last test closed may take a moment to end.
  for (let tries = 0; tries < 20 && leftBehind().length > 0; tries += 1) await pause(100);
  const behind = leftBehind();
  if (behind.length > 0) throw new Error(`This test file leaves behind: ${behind.join('; ')}`);
});

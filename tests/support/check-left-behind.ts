/**
 * Runs around every test file (`setupFiles` of `vitest.config.ts`): files share a process, so what one leaves behind changes
 * the next one, and which that is depends on the order. A file that leaves something fails, and says what.
 */
import { EventEmitter } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { afterAll } from 'vitest';
import { forget, left } from './left-behind.ts';

/** Set by libraries when they are first loaded. */
const setForGood = new Set(['VIPSHOME']);

/** Everything of the process that a test can change for the next one, as text by name. */
function defaults(): Readonly<Record<string, string>> {
  const env = Object.entries(process.env).filter(([name]) => !setForGood.has(name));
  const signals = process
    .eventNames()
    .filter((name) => /^(SIG|uncaught|unhandled|warning)/.test(String(name)));
  return {
    ...Object.fromEntries(env.map(([name, value]) => [`process.env.${name}`, `${value}`])),
    ...Object.fromEntries(
      signals.map((name) => [`process.on(${String(name)})`, `${process.listenerCount(name)}`]),
    ),
    'process.cwd()': process.cwd(),
    'process.exitCode': String(process.exitCode),
    'Error.stackTraceLimit': String(Error.stackTraceLimit),
    'EventEmitter.defaultMaxListeners': String(EventEmitter.defaultMaxListeners),
  };
}

/** What tests replace, by name. */
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

/** How many listening sockets and child processes keep the process alive. */
function handles(): Readonly<Record<string, number>> {
  const all = process.getActiveResourcesInfo();
  const count = (name: string) => all.filter((each) => each === name).length;
  return { 'a listening socket': count('TCPServerWrap'), 'a child process': count('ProcessWrap') };
}

const differing = <Value>(
  before: Readonly<Record<string, Value>>,
  after: Readonly<Record<string, Value>>,
  isWorse: (before: Value | undefined, after: Value | undefined) => boolean,
) =>
  [...new Set([...Object.keys(before), ...Object.keys(after)])].filter((name) =>
    isWorse(before[name], after[name]),
  );

const before = {
  defaults: defaults(),
  replaceable: replaceable(),
  handles: handles(),
  ca: getCACertificates('default'),
};
forget();

function leftBehind(): readonly string[] {
  const more = (a = 0, b = 0) => b > a;
  return [
    ...differing<unknown>(before.defaults, defaults(), (a, b) => a !== b),
    ...differing<unknown>(before.replaceable, replaceable(), (a, b) => a !== b),
    ...differing(before.handles, handles(), more),
    ...left(),
  ];
}

afterAll(async () => {
  setDefaultCACertificates(before.ca);
  // What was closed by the last test may take a moment to end.
  for (let tries = 0; tries < 20 && leftBehind().length > 0; tries += 1) await pause(100);
  const behind = leftBehind();
  if (behind.length > 0) throw new Error(`This file leaves behind: ${behind.join('; ')}`);
});

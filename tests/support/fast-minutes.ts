/**
 * For a server's process, by `NODE_OPTIONS=--import`: what it does every minute it does every half second. When it exits, it
 * writes how often it did so to the file that MINUTES_FILE names.
 */
import { writeFileSync } from 'node:fs';

const minute = 60_000;
const setSlowly = globalThis.setInterval;
let times = 0;

function setFaster(work: (...args: unknown[]) => void, millis?: number, ...args: unknown[]): NodeJS.Timeout {
  if (millis !== minute) return setSlowly(work, millis, ...args);
  return setSlowly(() => {
    times += 1;
    work(...args);
  }, 500);
}

globalThis.setInterval = setFaster as typeof setInterval;
process.on('exit', () => {
  const file = process.env['MINUTES_FILE'];
  if (file !== undefined) writeFileSync(file, String(times));
});

/**
 * Preloaded into a server process with `NODE_OPTIONS=--import`. Makes intervals of one minute run every half second. On exit,
 * writes the number of these runs to the file in the environment variable MINUTES_FILE.
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

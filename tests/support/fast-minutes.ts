/**
 * Makes timers with an interval of one minute run every half second, in a server process that preloads this file
 * (`NODE_OPTIONS=--import`). On exit, writes the total number of these runs to a file. The environment variable MINUTES_FILE
 * contains the file's path.
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

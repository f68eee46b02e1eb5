/** Hangs up on clients whose body comes too slowly, so that they do not hold connections for nothing (F9). */
import type { IncomingMessage } from 'node:http';

/** What headers may take, and after them any body; with the time between two looks it makes 15 seconds. */
export const slowestMillis = 14_000;

/** Slower than the slowest mobile network in use: an upload of 10 MB may take its minutes, a trickle may not. */
const slowestBytesPerMilli = 4;

/** How often connections are looked at. */
export const checkMillis = 1_000;

/** How long a body may be under way of which this much has come, in milliseconds. */
export function bodyPatience(bytes: number): number {
  return slowestMillis + bytes / slowestBytesPerMilli;
}

/** Watches the body of a request from its beginning until all of it is there. */
export function watchBody(request: IncomingMessage): void {
  const { socket } = request;
  const began = performance.now();
  const before = socket.bytesRead;
  const timer = setInterval(() => {
    if (request.complete) clearInterval(timer);
    else if (performance.now() - began > bodyPatience(socket.bytesRead - before)) socket.destroy();
  }, checkMillis);
  timer.unref();
  request.once('close', () => clearInterval(timer));
}

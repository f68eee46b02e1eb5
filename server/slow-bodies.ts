/** Hangs up on clients whose body comes too slowly, so that they do not hold connections for nothing (F9). */
import type { IncomingMessage, ServerResponse } from 'node:http';

/** What headers may take, and after them any body; with the time between two looks it makes 15 seconds. */
export const slowestMillis = 14_000;

/** Slower than the slowest mobile network in use: an upload of 10 MB may take its minutes, a trickle may not. */
const slowestBytesPerMilli = 4;

/** How long a connection may be silent while it is the client's turn. */
export const silenceMillis = 15_000;

/** How often connections are looked at. */
export const checkMillis = 1_000;

/** How long a body may be under way of which this much has come, in milliseconds. */
export function bodyPatience(bytes: number): number {
  return slowestMillis + bytes / slowestBytesPerMilli;
}

/**
 * Watches the body of a request from its beginning until all of it is there. From then on silence on the connection
 * is the server's own, which may take its time over a paper, and no reason to hang up, until `beginAnswer`.
 */
export function watchBody(request: IncomingMessage, response: ServerResponse): void {
  const { socket } = request;
  const began = performance.now();
  const before = socket.bytesRead;
  const end = () => {
    clearInterval(timer);
    if (request.complete && !response.headersSent) socket.setTimeout(0);
  };
  const timer = setInterval(() => {
    if (request.complete) end();
    else if (performance.now() - began > bodyPatience(socket.bytesRead - before)) socket.destroy();
  }, checkMillis);
  timer.unref();
  request.once('close', end);
}

/** Before an answer is sent: whoever does not take it is hung up on again. */
export function beginAnswer({ socket }: IncomingMessage): void {
  if (socket.timeout === 0) socket.setTimeout(silenceMillis);
}

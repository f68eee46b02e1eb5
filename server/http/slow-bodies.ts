/** Closes the connection of clients whose body comes too slowly, so that they cannot occupy connections (F9). */
import type { IncomingMessage, ServerResponse } from 'node:http';

/** Milliseconds allowed for headers, and for the start of any body; with the time between two checks, 15 seconds. */
export const slowestMillis = 14_000;

/**
 * Bytes per millisecond: slower than the slowest mobile network in use, so that an upload of 10 MB may take minutes,
 * but a trickle may not.
 */
const slowestBytesPerMilli = 4;

/** Milliseconds that a connection may be silent while it is the client's turn. */
export const silenceMillis = 15_000;

/** Milliseconds between two checks of a connection. */
export const checkMillis = 1_000;

/** Milliseconds that a body may have taken so far, by the bytes that have arrived. */
export function allowedBodyMillis(bytes: number): number {
  return slowestMillis + bytes / slowestBytesPerMilli;
}

/** The requests whose bodies are watched, each with the check of it. */
const watched = new Map<IncomingMessage, () => void>();

/** One timer for all of them: to start and to stop one for every request costs more than all else that is done here. */
let isChecking = false;

function checkRegularly(): void {
  if (isChecking) return;
  isChecking = true;
  setInterval(() => {
    for (const check of watched.values()) check();
  }, checkMillis).unref();
}

/**
 * Watches the body of a request from its beginning until all of it is there. From then on until `beginResponse` it is
 * the server that is silent, as while it checks a document: no reason to close.
 */
export function watchBody(request: IncomingMessage, response: ServerResponse): void {
  const { socket } = request;
  const began = performance.now();
  const before = socket.bytesRead;
  const end = () => {
    watched.delete(request);
    if (request.complete && !response.headersSent) socket.setTimeout(0);
  };
  checkRegularly();
  watched.set(request, () => {
    if (request.complete) end();
    else if (performance.now() - began > allowedBodyMillis(socket.bytesRead - before)) socket.destroy();
  });
  request.once('close', end);
}

/** To be called before a response is sent: from then on a client that does not read it is cut off again. */
export function beginResponse({ socket }: IncomingMessage): void {
  if (socket.timeout === 0) socket.setTimeout(silenceMillis);
}

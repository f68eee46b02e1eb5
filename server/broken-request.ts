/** What reaches the server but is no request: not HTTP at all, with headers past all bounds, or too slow (F9, X6). */
import type { Socket } from 'node:net';
import { problemBody, Refusal } from './problem.ts';
import { uuidv7 } from './store/uuid.ts';

/** Refuses it in the shape of every other refusal and hangs up. For Node's `clientError`. */
export function refuseBrokenRequest(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const requestId = uuidv7();
  const refusal = new Refusal('invalid_request', 'The request is malformed or came too slowly.');
  const body = JSON.stringify(problemBody(refusal, requestId));
  const head = [
    'HTTP/1.1 400 Bad Request',
    'Content-Type: application/problem+json',
    `Content-Length: ${Buffer.byteLength(body)}`,
    `X-Request-Id: ${requestId}`,
    'Cache-Control: no-store',
    'Connection: close',
  ];
  socket.write(`${head.join('\r\n')}\r\n\r\n${body}`);
  socket.destroySoon();
}

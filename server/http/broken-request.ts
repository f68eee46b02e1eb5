/** Handles input that is not a valid HTTP request: it is malformed, has oversized headers, or arrives too slowly (F9, X6). */
import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyBaseLogger } from 'fastify';
import { errorCodes } from '../../api/error.ts';
import { newRequestId } from '../db/uuid.ts';
import { ApiError, errorBody } from '../errors.ts';
import type { Connections } from '../net/connections.ts';
import type { SecurityHeaders } from './security-headers.ts';

/**
 * Returns a handler for `clientError` that sends an API error with the security `headers` and closes the connection. `underWay`
 * returns a connection's requests that have no complete response yet, in the order received.
 */
export function refuseBroken(
  log: Pick<FastifyBaseLogger, 'info'>,
  underWay: Connections['openExchanges'],
  headers: SecurityHeaders,
): (error: NodeJS.ErrnoException, socket: Socket) => void {
  const refused = new WeakSet<Socket>();

  function respond(error: NodeJS.ErrnoException, socket: Socket): void {
    if (!socket.writable) return;
    const requestId = newRequestId();
    const apiError = asApiError(error);
    socket.write(rawErrorResponse(apiError, requestId, headers));
    socket.destroySoon();
    const reason = /^\w{1,40}$/.exec(error.code ?? '')?.[0] ?? 'unknown';
    log.info({ requestId, route: 'none', status: errorCodes[apiError.code].status, reason }, 'request');
  }

  return (error, socket) => {
    // Node calls this handler again for bytes that arrive after the first error.
    if (refused.has(socket)) return;
    refused.add(socket);
    // If the client has sent nothing yet, send no error. The client would read the error as the response to its first request.
    const unused = socket.bytesRead === 0;
    if (unused || error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
    // If an earlier request arrived completely or its response has begun, finish that response before sending the error.
    const before = underWay(socket).findLast(
      ({ request, response }) => request.complete || response.headersSent,
    );
    if (before) before.response.once('finish', () => respond(error, socket));
    else respond(error, socket);
  };
}

/** Returns the API error for a parser error. Node uses one code for two errors, which differ only in their messages. */
function asApiError({ code, message }: NodeJS.ErrnoException): ApiError {
  return code === 'HPE_INVALID_TRANSFER_ENCODING' && !message.includes('Content-Length')
    ? new ApiError('not_implemented', 'The only supported transfer coding is chunked.')
    : new ApiError('invalid_request', 'The request is malformed or arrived too slowly.');
}

function rawErrorResponse(apiError: ApiError, requestId: string, headers: SecurityHeaders): string {
  const { status } = errorCodes[apiError.code];
  const body = JSON.stringify(errorBody(apiError, requestId));
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'Content-Type: application/problem+json',
    `Content-Length: ${Buffer.byteLength(body)}`,
    `X-Request-Id: ${requestId}`,
    'Cache-Control: no-store',
    'Connection: close',
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
  ];
  return `${head.join('\r\n')}\r\n\r\n${body}`;
}

/** Calls a configured service over HTTP. Uses no proxy and follows no redirect. Errors don't reveal what was sent. */
import { Agent as HttpAgent, request as httpRequest, type IncomingHttpHeaders } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import { setTimeout as pause } from 'node:timers/promises';

export interface ServiceRequest {
  readonly method: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'DELETE';
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array | undefined;
}

export interface ServiceResponse {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly bytes: Buffer;
}

/** Sends one request. Rejects if there is no complete response. */
export type Send = (url: URL, request: ServiceRequest) => Promise<ServiceResponse>;

/** The maximum number of concurrent connections to one host. Further requests wait until a connection is free. */
const maxSockets = 50;

/** The error code of a response larger than `largest`. */
export const tooLarge = 'TOO_LARGE';

/**
 * Returns a function that sends requests over its own, reused connections. An attempt lasts at most `attemptMillis`, which must
 * be short because an applicant may be waiting. A response may have at most `largest` bytes.
 */
export function sending({
  attemptMillis,
  largest,
}: Readonly<Record<'attemptMillis' | 'largest', number>>): Send {
  // Don't use the global agents, because environment variables can make them use a proxy.
  const http = new HttpAgent({ keepAlive: true, maxSockets });
  const https = new HttpsAgent({ keepAlive: true, maxSockets });
  return (url, { method, headers, body }) =>
    new Promise((resolve, reject) => {
      const options = {
        method,
        headers: { ...headers, ...(body !== undefined && { 'content-length': Buffer.byteLength(body) }) },
        signal: AbortSignal.timeout(attemptMillis),
      } as const;
      const outgoing =
        url.protocol === 'https:'
          ? httpsRequest(url, { ...options, agent: https, minVersion: 'TLSv1.2', rejectUnauthorized: true })
          : httpRequest(url, { ...options, agent: http });
      outgoing.on('error', reject);
      outgoing.on('response', (response) => {
        const pieces: Buffer[] = [];
        let size = 0;
        response.on('data', (piece: Buffer) => {
          size += piece.length;
          pieces.push(piece);
          if (size > largest) response.destroy(Object.assign(new Error('too large'), { code: tooLarge }));
        });
        response.on('error', reject);
        response.on('end', () => {
          const { statusCode: status = 0, headers } = response;
          resolve({ status, headers, bytes: Buffer.concat(pieces) });
        });
      });
      outgoing.end(body);
    });
}

/** How to treat a response. `again` is true if the request must be sent again. */
export interface Verdict {
  /** The code that an operator sees, such as `VAULT_503`. */
  readonly code: string;
  readonly again: boolean;
}

/** Thrown if a service can't be used, for example because every attempt failed. `code` is the code of the last error. */
export class ServiceAway extends Error {
  override readonly name = 'ServiceAway';
  readonly code: string;

  constructor(code: string) {
    super(`The service cannot be used just now (${code}).`);
    this.code = code;
  }
}

/**
 * Returns the first response that needs no retry. An attempt fails if `send` rejects or if `verdictOn` requires a retry. Before
 * the next attempt, pauses for a random time of at most `pauseMillis` times the number of failed attempts. Throws ServiceAway if
 * all attempts failed.
 */
export async function repeated<Response>(
  send: () => Promise<Response>,
  verdictOn: (response: Response) => Verdict | undefined,
  { attempts, pauseMillis }: Readonly<Record<'attempts' | 'pauseMillis', number>>,
): Promise<Response> {
  for (let attempt = 1; ; attempt += 1) {
    const failure = await send().then(
      (response) => {
        const verdict = verdictOn(response);
        return verdict?.again ? new ServiceAway(verdict.code) : response;
      },
      (error: unknown) => new ServiceAway(codeOf(error)),
    );
    if (!(failure instanceof ServiceAway)) return failure;
    if (attempt === attempts) throw failure;
    await pause(Math.random() * pauseMillis * attempt);
  }
}

/** Returns the code that an operator sees for an error. Never returns the error's message. */
function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  if (error.name === 'AbortError' || error.name === 'TimeoutError') return 'TIMEOUT';
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name;
}

/**
 * One call over HTTP of a service that the server's own settings name: never through a proxy or after a redirect, with a time
 * limit, and tried again a few times where that may help. No error says what was sent or what came back.
 */
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

/** Sends one request. Rejects where there is no whole response. */
export type Send = (url: URL, request: ServiceRequest) => Promise<ServiceResponse>;

export interface SendingOptions {
  /** Longest time of one attempt, in milliseconds: an applicant may be waiting. */
  readonly attemptMillis: number;
  /** Largest response in bytes. */
  readonly largest: number;
}

/** Connections at once; what comes beyond waits for one. */
const maxSockets = 50;

/** The code of the error of a response that is larger than any that is expected. */
export const tooLarge = 'TOO_LARGE';

/** Sends requests over connections of its own, which are kept: a handshake takes longer than the service's work. */
export function sending({ attemptMillis, largest }: SendingOptions): Send {
  // Agents of its own, because the environment can make the global ones use a proxy.
  const [http, https] = [
    new HttpAgent({ keepAlive: true, maxSockets }),
    new HttpsAgent({ keepAlive: true, maxSockets }),
  ];
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
        response.on('end', () =>
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            bytes: Buffer.concat(pieces),
          }),
        );
      });
      outgoing.end(body);
    });
}

/** What a response says about trying again, and in a word for the operator, where it is no success. */
export interface Verdict {
  /** Such as `VAULT_503`. */
  readonly code: string;
  readonly again: boolean;
}

/** Each attempt failed in a way that may pass; `code` is the reason of the last one. */
export class ServiceAway extends Error {
  override readonly name = 'ServiceAway';
  readonly code: string;

  constructor(code: string) {
    super(`The service cannot be used just now (${code}).`);
    this.code = code;
  }
}

export interface RepeatOptions {
  readonly attempts: number;
  /** The pause before the second attempt is up to this long, in milliseconds; before the third up to twice that. */
  readonly pauseMillis: number;
}

/**
 * Calls until there is a response that need not be tried again; resolves with it, whatever its status.
 * @throws ServiceAway with the last reason, where each attempt failed in a way that may pass
 */
export async function repeated<Response>(
  send: () => Promise<Response>,
  verdictOn: (response: Response) => Verdict | undefined,
  { attempts, pauseMillis }: RepeatOptions,
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
    // Spread over the whole time, so that all who were refused together do not come back together.
    await pause(Math.random() * pauseMillis * attempt);
  }
}

/** The code of a connection's error. */
function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  if (error.name === 'AbortError' || error.name === 'TimeoutError') return 'TIMEOUT';
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name;
}

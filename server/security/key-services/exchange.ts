/**
 * One call of a key service over HTTP: never through a proxy or after a redirect, with a time limit, and tried again a few
 * times where that may help. No error says what was sent or what came back.
 */
import { Agent as HttpAgent, request as httpRequest } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import { setTimeout as pause } from 'node:timers/promises';
import { KeysUnavailable } from '../sealing.ts';

/** A response; `body` is its JSON, undefined where it is none. */
export interface ServiceResponse {
  readonly status: number;
  readonly body: unknown;
}

/** Sends one request, by POST where it has a body. Rejects where there is no whole response. */
export type Send = (
  url: URL,
  headers: Readonly<Record<string, string>>,
  body?: string,
) => Promise<ServiceResponse>;

export interface ExchangeOptions {
  /** Longest time of one attempt, in milliseconds: an applicant is waiting. */
  readonly attemptMillis?: number | undefined;
  /** The pause before the second attempt is up to this long, in milliseconds; before the third up to twice that. */
  readonly pauseMillis?: number | undefined;
}

const attempts = 3;

/** Largest response in bytes: a wrapped data key has some hundred. */
const largest = 65_536;

/** Connections at once; what comes beyond waits for one. */
const maxSockets = 50;

/** Sends requests over connections of its own, which are kept: a handshake takes longer than the service's work. */
export function sending({ attemptMillis = 2_500 }: ExchangeOptions = {}): Send {
  // Agents of its own, because the environment can make the global ones use a proxy.
  const [http, https] = [
    new HttpAgent({ keepAlive: true, maxSockets }),
    new HttpsAgent({ keepAlive: true, maxSockets }),
  ];
  return (url, headers, body) =>
    new Promise((resolve, reject) => {
      const options = {
        method: body === undefined ? 'GET' : 'POST',
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
          if (size > largest) response.destroy(Object.assign(new Error('too large'), { code: 'TOO_LARGE' }));
        });
        response.on('error', reject);
        response.on('end', () =>
          resolve({ status: response.statusCode ?? 0, body: parsed(Buffer.concat(pieces)) }),
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

/**
 * Calls until there is a response that need not be tried again; resolves with it, whatever its status.
 * @throws KeysUnavailable with the last reason, where each attempt failed in a way that may pass
 */
export async function exchange(
  send: () => Promise<ServiceResponse>,
  judge: (response: ServiceResponse) => Verdict | undefined,
  { pauseMillis = 200 }: ExchangeOptions = {},
): Promise<ServiceResponse> {
  for (let attempt = 1; ; attempt += 1) {
    const failure = await send().then(
      (response) => {
        const verdict = judge(response);
        return verdict?.again ? verdict.code : response;
      },
      (error: unknown) => codeOf(error),
    );
    if (typeof failure !== 'string') return failure;
    if (attempt === attempts) throw new KeysUnavailable(failure);
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

function parsed(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'));
  } catch {
    return undefined;
  }
}

/** A member of a body that may have any shape; undefined where it is not there, or no text. */
export function textIn(body: unknown, ...path: readonly string[]): string | undefined {
  let value = body;
  for (const name of path) {
    if (typeof value !== 'object' || value === null) return undefined;
    value = (value as Readonly<Record<string, unknown>>)[name];
  }
  return typeof value === 'string' ? value : undefined;
}

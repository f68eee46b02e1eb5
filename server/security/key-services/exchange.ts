/** One call of a key service: JSON both ways, tried again a few times where that may help. */
import * as service from '../../net/service-call.ts';
import { KeysUnavailable } from '../sealing.ts';

export type { Verdict } from '../../net/service-call.ts';

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

/** Connections of a key service's own, within its limits. */
export function connecting({ attemptMillis = 2_500 }: ExchangeOptions = {}): service.Send {
  return service.sending({ attemptMillis, largest });
}

/** Sends requests over such connections, and reads the responses as JSON. */
export function sending(send: service.Send): Send {
  return async (url, headers, body) => {
    const method = body === undefined ? 'GET' : 'POST';
    const { status, bytes } = await send(url, { method, headers, body });
    return { status, body: parsed(bytes) };
  };
}

/**
 * Calls until there is a response that need not be tried again; resolves with it, whatever its status.
 * @throws KeysUnavailable with the last reason, where each attempt failed in a way that may pass
 */
export async function exchange(
  send: () => Promise<ServiceResponse>,
  verdictOn: (response: ServiceResponse) => service.Verdict | undefined,
  { pauseMillis = 200 }: ExchangeOptions = {},
): Promise<ServiceResponse> {
  try {
    return await service.repeated(send, verdictOn, { attempts, pauseMillis });
  } catch (error) {
    throw error instanceof service.ServiceAway ? new KeysUnavailable(error.code) : error;
  }
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

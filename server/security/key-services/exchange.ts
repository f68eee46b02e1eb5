/** One call of a key service: JSON both ways, with a few retries. */
import * as service from '../../net/service-call.ts';
import { KeysUnavailable } from '../sealing.ts';

export type { Verdict } from '../../net/service-call.ts';

/** A response. `body` is its JSON, or undefined if it has none. */
export interface ServiceResponse {
  readonly status: number;
  readonly body: unknown;
}

/** Sends one request, by POST if it has a body. Rejects if there is no complete response. */
export type Send = (
  url: URL,
  headers: Readonly<Record<string, string>>,
  body: string,
) => Promise<ServiceResponse>;

export interface ExchangeOptions {
  /** The timeout of one attempt, in milliseconds. It is short because an applicant is waiting. */
  readonly attemptMillis?: number | undefined;
  /** The longest pause before the second attempt, in milliseconds. It doubles before the third. */
  readonly pauseMillis?: number | undefined;
}

const attempts = 3;

/** Largest response in bytes. A wrapped data key has a few hundred. */
const largest = 65_536;

/** Returns connections for a key service alone, within its limits. */
export function connecting({ attemptMillis = 2_500 }: ExchangeOptions = {}): service.Send {
  return service.sending({ attemptMillis, largest });
}

/** Returns a function that sends requests over such connections and parses the responses as JSON. */
export function sending(send: service.Send): Send {
  return async (url, headers, body) => {
    const { status, bytes } = await send(url, { method: 'POST', headers, body });
    return { status, body: parsed(bytes) };
  };
}

/**
 * Calls until a response needs no retry, and returns that response, whatever its status.
 * @throws KeysUnavailable with the last reason, if every attempt failed with a transient error
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

/** Returns a text member of a body of any shape, or undefined if it is missing or not a text. */
export function textIn(body: unknown, ...path: readonly string[]): string | undefined {
  let value = body;
  for (const name of path) {
    if (typeof value !== 'object' || value === null) return undefined;
    value = (value as Readonly<Record<string, unknown>>)[name];
  }
  return typeof value === 'string' ? value : undefined;
}

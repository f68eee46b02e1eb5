/** Calls a key service. Requests and responses are JSON. Each attempt has a timeout, and `post` makes up to three attempts. */
import { repeated, ServiceAway, type ServiceRequest, sending, type Verdict } from '../../net/service-call.ts';
import { KeysUnavailable } from '../sealing.ts';

/** A response of a key service. `body` is the parsed JSON, or undefined if the response contains none. */
export type ServiceResponse = { readonly status: number; readonly body: unknown };

export interface ExchangeOptions {
  /** The timeout of one attempt, in milliseconds. It is short because an applicant is waiting. */
  readonly attemptMillis?: number | undefined;
  /** Maximum pause before the second attempt, in milliseconds. The pause before the third attempt may be twice as long. */
  readonly pauseMillis?: number | undefined;
}

const attempts = 3;

/** Maximum number of bytes in a response. A response with a wrapped data key has a few hundred bytes. */
const largest = 65_536;

/** Returns the functions that call a key service. `post` rejects with KeysUnavailable if every attempt failed transiently. */
export function keyServiceCalls(
  { attemptMillis = 2_500, pauseMillis = 200 }: ExchangeOptions,
  verdictOn: (response: ServiceResponse) => Verdict | undefined,
) {
  const send = sending({ attemptMillis, largest });
  return {
    send,
    /** Posts a text. Calls `headersOf` for each attempt. Returns the last attempt's response, even if it is a permanent error. */
    post: async (url: URL, body: string, headersOf: () => Promise<ServiceRequest['headers']>) => {
      const once = async (): Promise<ServiceResponse> => {
        const { status, bytes } = await send(url, { method: 'POST', headers: await headersOf(), body });
        return { status, body: parsed(bytes) };
      };
      try {
        return await repeated(once, verdictOn, { attempts, pauseMillis });
      } catch (error) {
        throw error instanceof ServiceAway ? new KeysUnavailable(error.code) : error;
      }
    },
  };
}

function parsed(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'));
  } catch {
    return undefined;
  }
}

/** Returns the text at a path in a JSON body of any shape, or undefined if there is no text at this path. */
export function textIn(body: unknown, ...path: readonly string[]): string | undefined {
  let value = body;
  for (const name of path) {
    if (typeof value !== 'object' || value === null) return undefined;
    value = (value as Readonly<Record<string, unknown>>)[name];
  }
  return typeof value === 'string' ? value : undefined;
}

/** Delivers by POST to a provider's own server (D33, `docs/delivery.md`). Uses no proxy and follows no redirect (X15). */
import type { IncomingHttpHeaders } from 'node:http';
import { Agent, request } from 'node:https';
import type { LookupFunction } from 'node:net';
import { pipeline } from 'node:stream';
import type { Spooled } from '../files/spool.ts';
import {
  addressRefused,
  allowedAddresses,
  checkedLookup,
  literalAddress,
  oncePerName,
  type Resolve,
  systemResolve,
} from '../net/outgoing-address.ts';
import { type DeliverySecrets, webhookHeaders } from '../net/webhook-signature.ts';
import type { DeliveryMethod } from './provider-delivery.ts';

/** Timeouts in milliseconds: for connecting with TLS, from the last byte sent to the response's headers, and in total. */
const usualTimeLimits = { connect: 10_000, response: 30_000, whole: 55_000 };

/** The maximum wait in milliseconds that a provider can request. It equals the longest delay between two attempts (D33). */
const longestWaitMillis = 24 * 3600 * 1000;

/** The maximum size of a response's status line and headers, in bytes. The response's body is never read. */
const maxHeaderSize = 16_384;

export interface HttpsDeliveryOptions {
  readonly secrets: DeliverySecrets;
  /** Looks up host names. By default, uses the system's own lookup. */
  readonly resolve?: Resolve | undefined;
  readonly timeLimits?: typeof usualTimeLimits | undefined;
}

type ReceiverResponse = { readonly status: number; readonly headers: IncomingHttpHeaders };

/** Returns a delivery method that hands deliveries over by POST. Only a 2xx response counts as delivered. */
export function httpsDelivery(options: HttpsDeliveryOptions): DeliveryMethod {
  const { secrets, timeLimits = usualTimeLimits } = options;
  const resolve = oncePerName(options.resolve ?? systemResolve);
  // Don't use the global agent, because environment variables can make it use a proxy.
  const agent = new Agent({ keepAlive: false });
  return {
    handOver: async ({ providerId, delivery }, { id, takeDateTime }, jwe, signal) => {
      const shared = secrets.get(providerId);
      if (delivery?.way !== 'https' || !shared) throw new Error('The provider has no https delivery.');
      const isAllowed = allowedAddresses(delivery.privateAddresses ?? []);
      const url = new URL(delivery.url);
      // Check an IP address in the URL here, because `lookup` is called only for host names.
      const literal = literalAddress(url);
      if (literal !== undefined && !isAllowed(literal)) throw addressRefused();
      const signed = await webhookHeaders({ id, sentAt: takeDateTime, body: jwe.pieces() }, shared);
      const response = await post(url, jwe, signed, {
        agent,
        lookup: checkedLookup(isAllowed, resolve),
        timeLimits,
        signal: AbortSignal.any([signal, AbortSignal.timeout(timeLimits.whole)]),
      });
      if (response.status < 200 || response.status > 299) throw notAccepted(response, takeDateTime);
    },
  };
}

/** Sends a body. Returns the status and headers of the response. Never reads the response's body, which may quote the request. */
function post(
  url: URL,
  body: Spooled,
  signed: Readonly<Record<string, string>>,
  given: { agent: Agent; lookup: LookupFunction; timeLimits: typeof usualTimeLimits; signal: AbortSignal },
): Promise<ReceiverResponse> {
  const { agent, lookup, timeLimits, signal } = given;
  return new Promise((resolve, reject) => {
    const headers = {
      'content-type': 'application/jose',
      'content-length': body.length,
      'user-agent': 'card-application',
      ...signed,
    };
    const minVersion = 'TLSv1.2';
    const safely = { rejectUnauthorized: true, minVersion, maxHeaderSize, agent, lookup, signal } as const;
    const outgoing = request(url, { method: 'POST', headers, ...safely });
    const tooSlow = () => Object.assign(new Error('The server takes too long.'), { code: 'TOO_SLOW' });
    const abortAfter = (millis: number) => setTimeout(() => outgoing.destroy(tooSlow()), millis);
    const connecting = abortAfter(timeLimits.connect);
    let responding: NodeJS.Timeout | undefined;
    outgoing.on('socket', (socket) => socket.once('secureConnect', () => clearTimeout(connecting)));
    outgoing.on('finish', () => {
      responding = abortAfter(timeLimits.response);
    });
    outgoing.on('response', (response) => {
      resolve({ status: response.statusCode ?? 0, headers: response.headers });
      response.destroy();
    });
    outgoing.on('error', reject);
    outgoing.on('close', () => {
      clearTimeout(connecting);
      clearTimeout(responding);
      reject(Object.assign(new Error('The server closed the connection.'), { code: 'CLOSED' }));
    });
    // The callback does nothing, because the event handlers above already report how the request ends.
    pipeline(body.pieces(), outgoing, () => {});
  });
}

/** Returns the error for a response that is not 2xx, with its status and, for 429 or 503, the wait that the provider requests. */
function notAccepted({ status, headers }: ReceiverResponse, now: Date): Error {
  const requested = status === 429 || status === 503 ? headers['retry-after'] : undefined;
  return Object.assign(new Error('The server did not accept the delivery.'), {
    code: 'HTTP',
    responseCode: status,
    retryAfterMillis: retryAfterMillis(requested, now),
  });
}

/** Converts a Retry-After header (RFC 9110, section 10.2.3) to milliseconds, at most 24 h, or to 0 if missing or invalid. */
export function retryAfterMillis(header: string | undefined, now: Date): number {
  if (header === undefined) return 0;
  const millis = /^\d+$/.test(header) ? Number(header) * 1000 : Date.parse(header) - now.getTime();
  return Number.isNaN(millis) ? 0 : Math.min(Math.max(millis, 0), longestWaitMillis);
}

/**
 * Deliveries by POST to a provider's own server (D33): signed, only over https, only to a checked address, never
 * through a proxy or after a redirect (X15). The page for those who write the other side is `docs/delivery.md`.
 */
import type { IncomingHttpHeaders } from 'node:http';
import { Agent, request } from 'node:https';
import type { LookupFunction } from 'node:net';
import type { Resolve } from './outgoing-address.ts';
import { addressRefused, allowedAddresses, checkedLookup, literalAddress } from './outgoing-address.ts';
import type { DeliveryWay } from './provider-delivery.ts';
import type { DeliverySecrets } from './webhook-signature.ts';
import { webhookHeaders } from './webhook-signature.ts';

/** Milliseconds that a server of a provider may take. */
export interface Patience {
  /** Until the connection and its TLS stand. */
  readonly connect: number;
  /** From the last byte sent to the headers of the answer. */
  readonly answer: number;
  /** For all together. */
  readonly whole: number;
}

const usualPatience: Patience = { connect: 10_000, answer: 30_000, whole: 55_000 };

/** Longest time that a provider may ask us to wait: the longest pause of the plan (D33). */
const longestWaitMillis = 24 * 3600 * 1000;

/** Largest head of an answer, in bytes. Its body is never read. */
const maxHeaderSize = 16_384;

export interface HttpsDeliveryOptions {
  readonly secrets: DeliverySecrets;
  readonly now: () => Date;
  /** How names are looked up; by the system without it. */
  readonly resolve?: Resolve | undefined;
  readonly patience?: Patience | undefined;
}

/** What is known of an answer. Its body may quote what was sent, so that nobody here ever sees it. */
interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
}

/** Hands deliveries over by POST. Done is what is answered with 2xx, and nothing else. */
export function httpsDelivery(options: HttpsDeliveryOptions): DeliveryWay {
  const { secrets, now, resolve, patience = usualPatience } = options;
  // An agent of its own: the global one can be told by the environment to use a proxy.
  const agent = new Agent({ keepAlive: false });
  return {
    handOver: async ({ providerId, delivery }, id, jwe, signal) => {
      const shared = secrets.get(providerId);
      if (delivery?.way !== 'https' || !shared) throw new Error('The provider has no https delivery.');
      const isAllowed = allowedAddresses(delivery.privateAddresses ?? []);
      const url = new URL(delivery.url);
      // Of such a host nothing is looked up.
      const literal = literalAddress(url);
      if (literal !== undefined && !isAllowed(literal)) throw addressRefused();
      const signed = webhookHeaders({ id, sentAt: now(), body: jwe }, shared);
      const answer = await post(url, jwe, signed, {
        agent,
        lookup: checkedLookup(isAllowed, resolve),
        patience,
        signal: AbortSignal.any([signal, AbortSignal.timeout(patience.whole)]),
      });
      if (answer.status < 200 || answer.status > 299) throw notTaken(answer, now());
    },
  };
}

/** Sends a body; resolves with the head of the answer, and closes the connection without reading on. */
function post(
  url: URL,
  body: string,
  signed: Readonly<Record<string, string>>,
  given: { agent: Agent; lookup: LookupFunction; patience: Patience; signal: AbortSignal },
): Promise<Answer> {
  const { agent, lookup, patience, signal } = given;
  return new Promise((resolve, reject) => {
    const headers = {
      'content-type': 'application/jose',
      'content-length': Buffer.byteLength(body),
      'user-agent': 'card-application',
      ...signed,
    };
    const minVersion = 'TLSv1.2';
    const safely = { rejectUnauthorized: true, minVersion, maxHeaderSize, agent, lookup, signal } as const;
    const outgoing = request(url, { method: 'POST', headers, ...safely });
    const giveUpAfter = (millis: number) =>
      setTimeout(() => {
        outgoing.destroy(Object.assign(new Error('The server takes too long.'), { code: 'TOO_SLOW' }));
      }, millis);
    const connecting = giveUpAfter(patience.connect);
    let answering: NodeJS.Timeout | undefined;
    outgoing.on('socket', (socket) => socket.once('secureConnect', () => clearTimeout(connecting)));
    outgoing.on('finish', () => {
      answering = giveUpAfter(patience.answer);
    });
    outgoing.on('response', (response) => {
      resolve({ status: response.statusCode ?? 0, headers: response.headers });
      response.destroy();
    });
    outgoing.on('error', reject);
    outgoing.on('close', () => {
      clearTimeout(connecting);
      clearTimeout(answering);
      reject(Object.assign(new Error('The server closed the connection.'), { code: 'CLOSED' }));
    });
    outgoing.end(body);
  });
}

/** The failure of an answer that is not 2xx: its number, and how long the provider asks us to wait. */
function notTaken({ status, headers }: Answer, now: Date): Error {
  const asked = status === 429 || status === 503 ? headers['retry-after'] : undefined;
  return Object.assign(new Error('The server did not take the delivery.'), {
    code: 'HTTP',
    responseCode: status,
    retryAfterMillis: retryAfterMillis(asked, now),
  });
}

/**
 * Milliseconds that a Retry-After asks for, in seconds or as a date (RFC 9110, section 10.2.3), at most 24 h; 0 where
 * there is none or it makes no sense.
 */
export function retryAfterMillis(header: string | undefined, now: Date): number {
  if (header === undefined) return 0;
  const millis = /^\d+$/.test(header) ? Number(header) * 1000 : Date.parse(header) - now.getTime();
  return Number.isNaN(millis) ? 0 : Math.min(Math.max(millis, 0), longestWaitMillis);
}

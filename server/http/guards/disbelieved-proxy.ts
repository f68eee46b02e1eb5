/**
 * Notices in production that X-Forwarded-For comes from a peer that `TRUSTED_PROXIES` does not name. Such a header is ignored
 * (X6): where a proxy of ours sent it, all applicants share the proxy's address, in limits and in the evidence of consent.
 */
import type { FastifyBaseLogger } from 'fastify';
import type { Settings } from '../../config/settings.ts';
import { headerValues, isFromProxy } from '../../net/client-address.ts';

/** Milliseconds between two warnings. */
const everyMillis = 60_000;

/** What is looked at of a request. */
interface Sent {
  readonly rawHeaders: readonly string[];
  readonly socket: { readonly remoteAddress?: string | undefined };
}

/**
 * Returns what looks at each request. It warns once a minute at most, without an address, and calls `note` then, for the doctor.
 * @param now milliseconds of a clock that never goes back
 */
export function watchForwarded(
  { nodeEnv, trustedProxies: trusted }: Pick<Settings, 'nodeEnv' | 'trustedProxies'>,
  log: Pick<FastifyBaseLogger, 'warn'>,
  note: () => Promise<unknown>,
  now: () => number = () => performance.now(),
): (request: Sent) => void {
  if (nodeEnv !== 'production') return () => {};
  let warnedAt = Number.NEGATIVE_INFINITY;
  return ({ rawHeaders, socket }) => {
    if (headerValues(rawHeaders, 'x-forwarded-for').length === 0) return;
    if (isFromProxy({ peer: socket.remoteAddress, trusted }) || now() - warnedAt < everyMillis) return;
    warnedAt = now();
    log.warn(
      'X-Forwarded-For is ignored: TRUSTED_PROXIES does not name its sender. Everyone behind that proxy shares one address',
    );
    note().catch((error: unknown) => log.warn({ err: error }, 'the ignored X-Forwarded-For was not noted'));
  };
}

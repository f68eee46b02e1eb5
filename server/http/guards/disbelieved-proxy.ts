/**
 * Warns in production about an ignored X-Forwarded-For header (X6). If the installation's own proxy sent it, limits and the
 * evidence of consent use the proxy's address for all applicants.
 */
import type { FastifyBaseLogger } from 'fastify';
import type { Settings } from '../../config/settings.ts';
import { type forwardedAddress, headerValues, isFromProxy } from '../../net/client-address.ts';

/** The shortest time between two warnings, in milliseconds. */
const everyMillis = 60_000;

/**
 * Returns a function that examines a request. It warns at most once a minute, without naming an address. After a warning, it
 * calls `note`, which records the header for `operator doctor`. `now` returns the milliseconds of a monotonic clock.
 */
export function watchForwarded(
  { nodeEnv, trustedProxies: trusted }: Pick<Settings, 'nodeEnv' | 'trustedProxies'>,
  log: Pick<FastifyBaseLogger, 'warn'>,
  note: () => Promise<unknown>,
  now: () => number = () => performance.now(),
): (request: Parameters<typeof forwardedAddress>[1]) => void {
  if (nodeEnv !== 'production') return () => {};
  let warnedAt = Number.NEGATIVE_INFINITY;
  return ({ rawHeaders, socket }) => {
    if (headerValues(rawHeaders, 'x-forwarded-for').length === 0) return;
    if (isFromProxy({ peer: socket.remoteAddress, trusted }) || now() - warnedAt < everyMillis) return;
    warnedAt = now();
    log.warn(
      'X-Forwarded-For is ignored: TRUSTED_PROXIES does not name its sender. Everyone behind that proxy shares one address',
    );
    note().catch((error: unknown) =>
      log.warn({ err: error }, 'could not record that X-Forwarded-For was ignored'),
    );
  };
}

/** Warns in production if X-Forwarded-For headers are ignored: limits and evidence may then use a proxy's address (X6). */
import type { FastifyBaseLogger } from 'fastify';
import type { Settings } from '../../config/settings.ts';
import { type forwardedAddress, headerValues, isFromProxy } from '../../net/client-address.ts';

/** The shortest time between two warnings, in milliseconds. */
const everyMillis = 60_000;

/** Returns a function that, in production, warns and calls `note` at most once a minute if an X-Forwarded-For is ignored. */
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

/** Resolves the hosts of deliveries over https, before the first delivery is refused (X15). */

import { allowedAddresses, type Resolve, systemResolve } from '../net/outgoing-address.ts';
import type { Programs } from '../programs/programs.ts';

/** Returns a sentence for each provider whose host resolves to a forbidden address. A host may resolve to none here. */
export async function providerAddressProblems(
  { all }: Pick<Programs, 'all'>,
  resolve: Resolve = systemResolve,
): Promise<string[]> {
  const found = await Promise.all(
    all.map(async ({ provider: { providerId, delivery } }) => {
      if (delivery?.way !== 'https') return [];
      const isAllowed = allowedAddresses(delivery.privateAddresses ?? []);
      const { hostname } = new URL(delivery.url);
      const addresses = await resolve(hostname.replace(/^\[|\]$/g, '')).catch(() => []);
      return addresses
        .filter(({ address }) => !isAllowed(address))
        .map(
          ({ address }) =>
            `provider.delivery.url of "${providerId}": ${hostname} resolves to ${address}, which is not public: add its range to provider.delivery.privateAddresses, or no delivery is sent.`,
        );
    }),
  );
  return [...new Set(found.flat())];
}

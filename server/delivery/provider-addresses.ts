/** Resolves the hosts that deliveries over https would go to, before the first delivery is refused (X15). */

import { allowedAddresses, type Resolve, systemResolve } from '../net/outgoing-address.ts';
import type { Programs } from '../programs/programs.ts';

/**
 * Returns a sentence for each provider whose host resolves to an address that deliveries may not be sent to. A host that does
 * not resolve here is no problem: the machine of this call may have no network.
 */
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
            `provider.delivery.url of "${providerId}": ${hostname} resolves to ${address}, which is not public: name its range in provider.delivery.privateAddresses, or no delivery is sent.`,
        );
    }),
  );
  return [...new Set(found.flat())];
}

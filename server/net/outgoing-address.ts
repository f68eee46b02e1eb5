/** Limits the addresses that the server may connect to (X15): only the public internet, unless an operator allows others. */
import type { LookupAddress } from 'node:dns';
import { lookup } from 'node:dns/promises';
import { BlockList, isIP, isIPv4, type LookupFunction } from 'node:net';
import { parseRanges } from './client-address.ts';

/** The IPv4 ranges that are not public: those in the IANA special-purpose registry (RFC 6890), multicast, and reserved ranges. */
const closedIpv4 = [
  ...['0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16', '172.16.0.0/12'],
  ...['192.0.0.0/24', '192.0.2.0/24', '192.88.99.0/24', '192.168.0.0/16', '198.18.0.0/15'],
  ...['198.51.100.0/24', '203.0.113.0/24', '224.0.0.0/4', '240.0.0.0/4'],
];

/** IPv6 ranges with public addresses: 2000::/3, and two that contain IPv4 addresses (IPv4-mapped, and NAT64 of RFC 6052). */
const openIpv6 = ['2000::/3', '::ffff:0:0/96', '64:ff9b::/96'];

/** The parts of `openIpv6` that are not public: protocol assignments including Teredo, documentation, and 6to4. */
const closedIpv6 = ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20'];

function listOf(ranges: readonly string[]): BlockList {
  const list = new BlockList();
  for (const range of ranges) {
    const [address = '', bits] = range.split('/');
    list.addSubnet(address, Number(bits), isIPv4(address) ? 'ipv4' : 'ipv6');
  }
  return list;
}

const closed4 = listOf(closedIpv4);
const open6 = listOf(openIpv6);
const closed6 = listOf([
  ...closedIpv6,
  ...closedIpv4.flatMap((range) => {
    const [address, bits] = range.split('/');
    return ['::ffff:', '64:ff9b::'].map((prefix) => `${prefix}${address}/${96 + Number(bits)}`);
  }),
]);

/** Returns whether an address belongs to the public internet. Accepts every notation that lookups and URLs use. */
export function isPublicAddress(address: string): boolean {
  if (isIPv4(address)) return !closed4.check(address);
  return isIP(address) === 6 && open6.check(address, 'ipv6') && !closed6.check(address, 'ipv6');
}

/** Returns a function that returns whether an address is public or in one of the private ranges that an operator allows. */
export function allowedAddresses(privateAddresses: readonly string[]): (address: string) => boolean {
  const named = parseRanges(privateAddresses.join(','));
  return (address) => isPublicAddress(address) || named?.contains(address) === true;
}

/** Returns the IP address in a URL, with any brackets removed, or undefined if the URL has a host name. */
export function literalAddress({ hostname }: URL): string | undefined {
  const bare = hostname.replace(/^\[|\]$/g, '');
  return isIP(bare) === 0 ? undefined : bare;
}

/** Looks up the IP addresses of a host name. */
export type Resolve = (hostname: string) => Promise<readonly LookupAddress[]>;

/** Looks up a host name with the system's own resolver. */
export const systemResolve: Resolve = (hostname) => lookup(hostname, { all: true, verbatim: true });

/** Returns a resolver with at most one lookup per name at a time, so a slow name can't occupy both of Node's lookup threads. */
export function oncePerName(resolve: Resolve): Resolve {
  const underWay = new Map<string, ReturnType<Resolve>>();
  return (hostname) => {
    const lookingUp = underWay.get(hostname) ?? resolve(hostname).finally(() => underWay.delete(hostname));
    underWay.set(hostname, lookingUp);
    return lookingUp;
  };
}

/** Returns the error for a connection to a forbidden address. */
export function addressRefused(): Error {
  return Object.assign(new Error('The address is not public.'), { code: 'ADDRESS_REFUSED' });
}

/** Returns the `lookup` option for a connection. The lookup fails if any address of the host name is forbidden. */
export function checkedLookup(isAllowed: (address: string) => boolean, resolve: Resolve): LookupFunction {
  return (hostname, options, callback) => {
    resolve(hostname).then(
      (addresses) => {
        const [first] = addresses;
        if (!first || !addresses.every(({ address }) => isAllowed(address))) callback(addressRefused(), []);
        else if (options.all) callback(null, [...addresses]);
        else callback(null, first.address, first.family);
      },
      (error: NodeJS.ErrnoException) => callback(error, []),
    );
  };
}

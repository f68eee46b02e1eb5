/**
 * Which addresses the server may connect to by itself (X15). Only the public internet, unless an operator names more: a
 * provider's address is looked up by name, and whoever controls that name must not lead us into our own network.
 */
import type { LookupAddress } from 'node:dns';
import { lookup } from 'node:dns/promises';
import type { LookupFunction } from 'node:net';
import { BlockList, isIP, isIPv4 } from 'node:net';
import { parseRanges } from './client-address.ts';

/** Of IPv4, all that is not public (the IANA registry of special addresses, RFC 6890), multicast and reserved. */
const closedIpv4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
] as const;

/** Of IPv6, what is public, and the two forms that hold an IPv4 address: mapped, and NAT64 (RFC 6052). */
const openIpv6 = ['2000::/3', '::ffff:0:0/96', '64:ff9b::/96'] as const;

/**
 * The parts of that which are not public: protocol assignments with Teredo, documentation, and 6to4, which holds an
 * IPv4 address.
 */
const closedIpv6 = ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20'] as const;

function listOf(ranges: readonly string[]): BlockList {
  const list = new BlockList();
  for (const range of ranges) {
    const [address = '', bits] = range.split('/');
    list.addSubnet(address, Number(bits), isIPv4(address) ? 'ipv4' : 'ipv6');
  }
  return list;
}

/** An IPv4 range as it appears after an IPv6 prefix of 96 bits. */
function behind(prefix: string, range: string): string {
  const [address, bits] = range.split('/');
  return `${prefix}${address}/${96 + Number(bits)}`;
}

const closed4 = listOf(closedIpv4);
const open6 = listOf(openIpv6);
const closed6 = listOf([
  ...closedIpv6,
  ...closedIpv4.flatMap((range) => [behind('::ffff:', range), behind('64:ff9b::', range)]),
]);

/** True for an address of the public internet, in any form in which a lookup or a URL gives one. */
export function isPublicAddress(address: string): boolean {
  if (isIPv4(address)) return !closed4.check(address);
  return isIP(address) === 6 && open6.check(address, 'ipv6') && !closed6.check(address, 'ipv6');
}

/** Tells the addresses that may be connected to: public ones, and the private ranges that an operator named. */
export function allowedAddresses(privateAddresses: readonly string[]): (address: string) => boolean {
  const named = parseRanges(privateAddresses.join(','));
  return (address) => isPublicAddress(address) || named?.contains(address) === true;
}

/** The IP address that a URL has as its host, in its plain form; undefined where the host is a name. */
export function literalAddress({ hostname }: URL): string | undefined {
  const bare = hostname.replace(/^\[|\]$/g, '');
  return isIP(bare) === 0 ? undefined : bare;
}

/** Finds the addresses of a host name. */
export type Resolve = (hostname: string) => Promise<readonly LookupAddress[]>;

/** The system's own lookup. */
export const systemResolve: Resolve = (hostname) => lookup(hostname, { all: true, verbatim: true });

/**
 * Looks each name up once at a time: who asks meanwhile gets the same answer. The system's lookup holds one of two threads of the
 * process until it ends, so that several of a name whose servers hang would hold up every other name, the database's too.
 */
export function oncePerName(resolve: Resolve): Resolve {
  const underWay = new Map<string, ReturnType<Resolve>>();
  return (hostname) => {
    const asked = underWay.get(hostname) ?? resolve(hostname).finally(() => underWay.delete(hostname));
    underWay.set(hostname, asked);
    return asked;
  };
}

/** The error of a connection to an address that is not allowed. */
export function addressRefused(): Error {
  return Object.assign(new Error('The address is not public.'), { code: 'ADDRESS_REFUSED' });
}

/**
 * The lookup of a connection. The connection is made to exactly what this returns, so that no second lookup of the name
 * can lead elsewhere. A name with even one address that is not allowed is refused as a whole.
 */
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

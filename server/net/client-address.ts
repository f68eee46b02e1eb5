/** Finds the client's address and scheme. Trusts forwarded headers only from the proxies in `TRUSTED_PROXIES` (X6). */
import { BlockList, isIP, isIPv4 } from 'node:net';

export type Scheme = 'http' | 'https';

/** A set of individual addresses and address ranges. */
export type Ranges = { readonly contains: (address: string) => boolean };

type Hops = {
  /** The address of the connection's remote end, as reported by Node. Undefined once the socket is closed. */
  readonly peer: string | undefined;
  readonly rawHeaders: readonly string[];
  /** The proxies whose forwarded headers are trusted. */
  readonly trusted: Ranges;
};

type Incoming = {
  readonly rawHeaders: readonly string[];
  readonly socket: { readonly remoteAddress?: string | undefined };
};

/** Parses addresses and CIDR ranges, separated by commas or spaces. Returns undefined if any entry is invalid. */
export function parseRanges(text: string): Ranges | undefined {
  const list = new BlockList();
  for (const entry of text.split(/[\s,]+/).filter(Boolean)) {
    const [address = '', prefix, ...rest] = entry.split('/');
    if (isIP(address) === 0 || address.includes('%') || rest.length > 0) return undefined;
    const bits = isIPv4(address) ? 32 : 128;
    if (prefix !== undefined && (!/^\d{1,3}$/.test(prefix) || Number(prefix) > bits)) return undefined;
    list.addSubnet(address, prefix === undefined ? bits : Number(prefix), family(address));
  }
  return { contains: (address) => isIP(address) !== 0 && list.check(address, family(address)) };
}

/** Returns a request's client address and public scheme according to the settings (see `clientAddress` and `publicScheme`). */
export function forwardedAddress(
  settings: { readonly trustedProxies: Ranges; readonly publicUrlScheme: Scheme | undefined },
  request: Incoming,
): { readonly address: string; readonly scheme: Scheme } {
  const { trustedProxies: trusted, publicUrlScheme } = settings;
  const hops = { peer: request.socket.remoteAddress, rawHeaders: request.rawHeaders, trusted };
  return { address: clientAddress(hops), scheme: publicScheme(hops, publicUrlScheme) };
}

/** Returns the nearest address that isn't our proxy, or `unknown`. Ignores farther addresses, because clients can forge them. */
export function clientAddress({ peer, rawHeaders, trusted }: Hops): string {
  let nearest = plainAddress(peer ?? '') ?? 'unknown';
  const forwarded = headerValues(rawHeaders, 'x-forwarded-for').flatMap((value) => value.split(','));
  for (const entry of forwarded.reverse()) {
    const next = plainAddress(entry);
    if (next === undefined || !trusted.contains(nearest)) break;
    nearest = next;
  }
  return nearest;
}

/** Returns whether the connection comes from one of our proxies, whose forwarded headers are trusted. */
export function isFromProxy({ peer, trusted }: Pick<Hops, 'peer' | 'trusted'>): boolean {
  return trusted.contains(plainAddress(peer ?? '') ?? '');
}

/**
 * Returns the request id that our proxy set, or undefined if there is none that is safe to log and send back. With this id, the
 * proxy's log lines can be matched to ours.
 */
export function requestIdOfProxy(trusted: Ranges, { socket, rawHeaders }: Incoming): string | undefined {
  if (!isFromProxy({ peer: socket.remoteAddress, trusted })) return undefined;
  const [id, ...others] = headerValues(rawHeaders, 'x-request-id');
  return id !== undefined && others.length === 0 && /^[\w.:-]{8,64}$/.test(id) ? id : undefined;
}

/** Returns the browser's scheme, on which cookies depend (D23): `PUBLIC_URL_SCHEME`, a trusted X-Forwarded-Proto, or http. */
export function publicScheme({ peer, rawHeaders, trusted }: Hops, configured: Scheme | undefined): Scheme {
  if (configured !== undefined) return configured;
  if (!isFromProxy({ peer, trusted })) return 'http';
  const values = headerValues(rawHeaders, 'x-forwarded-proto').flatMap((value) => value.split(','));
  return values.at(-1)?.trim().toLowerCase() === 'https' ? 'https' : 'http';
}

/** Returns the key for limits per address: an IPv4 address, or the /64 of an IPv6 address, which is often one household. */
export function addressForLimits(address: string): string {
  if (isIP(address) !== 6) return address;
  return `${groupsOf(address).slice(0, 4).join(':')}::/64`;
}

/** Returns the key for limits per network: the IPv4 /24 or the IPv6 /56, which often belongs to one customer or site. */
export function networkForLimits(address: string): string {
  if (isIPv4(address)) return `${address.slice(0, address.lastIndexOf('.'))}.0/24`;
  if (isIP(address) !== 6) return address;
  const [first, second, third, fourth = '0'] = groupsOf(address);
  const half = (Number.parseInt(fourth, 16) & 0xff00).toString(16);
  return `${first}:${second}:${third}:${half}::/56`;
}

/** Returns the eight groups of an IPv6 address, in hex without leading zeros. */
function groupsOf(address: string): readonly string[] {
  const canonical = new URL(`http://[${address}]`).hostname.slice(1, -1);
  const [head = '', tail] = canonical.split('::');
  const left = head === '' ? [] : head.split(':');
  const right = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros = tail === undefined ? 0 : 8 - left.length - right.length;
  return [...left, ...Array.from({ length: zeros }, () => '0'), ...right];
}

/** Returns an address in lower case, without port, brackets, zone or IPv4-in-IPv6 prefix, or undefined if it is invalid. */
function plainAddress(text: string): string | undefined {
  const trimmed = text.trim().toLowerCase();
  const bare = /^\[([^\]]+)\](?::\d+)?$/.exec(trimmed)?.[1] ?? /^([\d.]+):\d+$/.exec(trimmed)?.[1] ?? trimmed;
  const [withoutZone = ''] = bare.split('%', 1);
  const address = withoutZone.replace(/^::ffff:(?=\d+\.)/, '');
  return isIP(address) === 0 ? undefined : address;
}

function family(address: string): 'ipv4' | 'ipv6' {
  return isIPv4(address) ? 'ipv4' : 'ipv6';
}

/** Returns all values of the header with this lowercase name, in order. `request.headers` joins or drops repeated headers. */
export function headerValues(rawHeaders: readonly string[], name: string): string[] {
  return rawHeaders.filter((_, at) => at % 2 === 1 && rawHeaders[at - 1]?.toLowerCase() === name);
}

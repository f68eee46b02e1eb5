/**
 * The first checks of every request, before any lookup (api "Headers", X5, X6): the form of the target, the Host, and the origin
 * of a call that changes something. Pure functions of the raw parts of a request.
 */

import type { Scheme } from '../../net/client-address.ts';
import { headerValues } from '../../net/client-address.ts';

/** A parsed Host header. `port` is undefined if the header names none. */
export type Host = { readonly name: string; readonly port: number | undefined };

/**
 * Refuses every request target except the origin form `/path?query` (RFC 9112, 3.2.1) in visible ASCII. Also refuses `//` at the
 * start (which redirects and URL parsers read as a host), `%00`, and a `%` that encodes nothing.
 */
export function targetFault(target: string): 'invalid_request' | undefined {
  const originForm = /^\/(?!\/)[\x21-\x7e]*$/.test(target) && !/[#\\]/.test(target);
  const wellEncoded = !/%(?![0-9a-f]{2})|%00/i.test(target);
  return originForm && wellEncoded ? undefined : 'invalid_request';
}

/**
 * Returns the one valid Host of a request, its name in lower case and without a trailing dot (RFC 1034, section 3.1):
 * `Cards.Example.` becomes `cards.example`. Returns undefined if there is none, more than one, or one that is not `name[:port]`
 * or `[IPv6][:port]` (→ `invalid_request`). Whether a program has that host is checked later.
 */
export function readHost(rawHeaders: readonly string[]): Host | undefined {
  const [value, ...others] = headerValues(rawHeaders, 'host');
  const parts = /^(?:(\[[0-9a-f:.]{2,45}\])|([a-z0-9.-]{0,252}[a-z0-9-])\.?)(?::(\d{1,5}))?$/i.exec(
    value ?? '',
  );
  if (parts === null || others.length > 0) return undefined;
  const [, address, hostName, digits] = parts;
  const written = (address ?? hostName ?? '').toLowerCase();
  const port = digits === undefined ? undefined : Number(digits);
  if (port !== undefined && (port < 1 || port > 65_535)) return undefined;
  // `URL` validates addresses and Punycode, but also reads `0x7f.1` as 127.0.0.1. Comparing its result with the input refuses
  // that.
  const name = URL.parse(`http://${written}`)?.hostname;
  const isName = name === written && written.split('.').every(isLabel);
  return name !== undefined && (address !== undefined || isName) ? { name, port } : undefined;
}

/**
 * Refuses a call that may change something if the browser says it came from another site: a Sec-Fetch-Site other than
 * `same-origin` or `none`, or an Origin that differs from this host, scheme and port included. A trailing dot, which a browser
 * keeps in an Origin, does not count. The scheme is the public one, so behind a proxy that ends TLS, `PUBLIC_URL_SCHEME` or
 * `TRUSTED_PROXIES` must be set. A caller that sends neither header is no browser and passes. A header sent twice is refused: no
 * browser does that.
 */
export function originFault(call: {
  readonly method: string;
  readonly rawHeaders: readonly string[];
  readonly host: Host;
  readonly scheme: Scheme;
}): 'forbidden' | undefined {
  if (['GET', 'HEAD', 'OPTIONS'].includes(call.method)) return undefined;
  const sites = headerValues(call.rawHeaders, 'sec-fetch-site');
  const origins = headerValues(call.rawHeaders, 'origin');
  if (sites.length > 1 || origins.length > 1) return 'forbidden';
  const siteIsOurs = sites.every((site) => site === 'same-origin' || site === 'none');
  const originIsOurs = origins.every((origin) => withoutRootDot(origin) === originOf(call.host, call.scheme));
  return siteIsOurs && originIsOurs ? undefined : 'forbidden';
}

/** Returns the origin as a browser writes it: without the scheme's default port. */
export function originOf({ name, port }: Host, scheme: Scheme): string {
  return new URL(`${scheme}://${name}${port === undefined ? '' : `:${port}`}`).origin;
}

/** Returns an origin without the trailing dot of its host. */
function withoutRootDot(origin: string): string {
  return origin.replace(/\.(?=$|:\d+$)/, '');
}

/** Returns whether a text is a valid label of a host name (RFC 1123, 2.1). */
function isLabel(text: string): boolean {
  return /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/.test(text);
}

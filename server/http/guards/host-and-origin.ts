/** A request's first checks: its target, its Host and, if it may write, its origin (docs/api.md, "Headers", X5, X6). */
import { headerValues, type Scheme } from '../../net/client-address.ts';

/** A parsed Host header. `port` is undefined if the header has no port. */
export type Host = { readonly name: string; readonly port: number | undefined };

/** Returns whether a target is `/path?query` (RFC 9112, 3.2.1) in visible ASCII, without `%00`, a bare `%` or a leading `//`. */
export function isPlainTarget(target: string): boolean {
  const isOriginForm = /^\/(?!\/)[\x21-\x7e]*$/.test(target) && !/[#\\]/.test(target);
  return isOriginForm && !/%(?![0-9a-f]{2})|%00/i.test(target);
}

/** Returns a request's Host in lower case without a trailing dot. Returns undefined unless there is exactly one valid Host. */
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
  // `URL` validates addresses and Punycode. It also turns `0x7f.1` into 127.0.0.1, so refuse a name that `URL` changed.
  const name = URL.parse(`http://${written}`)?.hostname;
  const isName = name === written && written.split('.').every(isLabel);
  return name !== undefined && (address !== undefined || isName) ? { name, port } : undefined;
}

/**
 * Returns whether a call comes from a page of this host, or cannot change anything. Sec-Fetch-Site must be `same-origin` or
 * `none`. Origin must be this host with its public scheme and port; a trailing dot does not matter. A caller that sends neither
 * header is not a browser and passes. Returns false if either header is sent twice, because no browser does that.
 */
export function isOwnOrigin(call: {
  readonly method: string;
  readonly rawHeaders: readonly string[];
  readonly host: Host;
  readonly scheme: Scheme;
}): boolean {
  if (['GET', 'HEAD', 'OPTIONS'].includes(call.method)) return true;
  const sites = headerValues(call.rawHeaders, 'sec-fetch-site');
  const origins = headerValues(call.rawHeaders, 'origin');
  if (sites.length > 1 || origins.length > 1) return false;
  const siteIsOurs = sites.every((site) => site === 'same-origin' || site === 'none');
  const withoutRootDot = (origin: string) => origin.replace(/\.(?=$|:\d+$)/, '');
  return siteIsOurs && origins.every((origin) => withoutRootDot(origin) === originOf(call.host, call.scheme));
}

/** Returns the origin as a browser writes it: without the scheme's default port. */
export function originOf({ name, port }: Host, scheme: Scheme): string {
  return new URL(`${scheme}://${name}${port === undefined ? '' : `:${port}`}`).origin;
}

/** Returns whether a text is a valid label of a host name (RFC 1123, 2.1). */
const isLabel = (text: string) => /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/.test(text);

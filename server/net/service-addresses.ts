/** Parses the settings that contain addresses of services: PostgreSQL, the bucket for documents, and ClamAV. */

/** Returns one URL per host of a libpq PostgreSQL URL (docs/decisions/failover.md), or undefined if that URL isn't supported. */
export function hostAddresses(url: string): readonly string[] | undefined {
  const [, start = '', written = '', rest = ''] =
    /^(postgres(?:ql)?:\/\/(?:[^/?#]*@)?)([^/?#]*)(.*)$/s.exec(url) ?? [];
  // Cloud providers' URLs of Unix sockets have no host, and Node can't parse such a URL. So insert `localhost`, which the query's
  // `host` later replaces.
  const hosts = start.endsWith('@') && written === '' && /[?&]host=[^&]/.test(rest) ? 'localhost' : written;
  const addresses = hosts.split(',').map((host) => `${start}${host}${rest}`);
  if (start === '' || !addresses.every((address) => URL.canParse(address))) return undefined;
  const { searchParams } = new URL(addresses[0] ?? '');
  const attributes = searchParams.getAll('target_session_attrs');
  const isWritable = attributes.every((attribute) => ['read-write', 'primary'].includes(attribute));
  // Refuse several hosts together with a host or port in the query, which would apply to all of them.
  const isApart = addresses.length === 1 || !(searchParams.has('host') || searchParams.has('port'));
  const named = hosts.split(',').every((host) => host !== '' || addresses.length === 1);
  return isWritable && isApart && named && !searchParams.get('host')?.includes(',') ? addresses : undefined;
}

export interface BucketAddress {
  /** The bucket's URL, to which the names of objects are appended. */
  readonly bucket: URL;
  /** The prefix of the names of our objects. It is empty or ends with `/`. */
  readonly prefix: string;
  readonly region: string;
}

const defaultRegion = 'us-east-1';

/** Matches a path that has no `..` and no characters that need escaping. */
const pathForm = /^(\/[\w-][\w.-]*)+\/?$/;

/** Parses `https://host/bucket/prefix?region=us-east-1`, or returns undefined. Callers check the scheme and credentials. */
export function parseBucketAddress(text: string): BucketAddress | undefined {
  if (!URL.canParse(text)) return undefined;
  const { origin, pathname, searchParams, hash } = new URL(text);
  const region = searchParams.get('region') ?? defaultRegion;
  const strange = [...searchParams.keys()].filter((name) => name !== 'region');
  if (strange.length > 0 || hash !== '' || !pathForm.test(pathname) || !/^[\w-]{1,40}$/.test(region))
    return undefined;
  const [bucket = '', ...folders] = pathname.split('/').filter((part) => part !== '');
  const prefix = folders.map((folder) => `${folder}/`).join('');
  return { bucket: new URL(`/${bucket}`, origin), prefix, region };
}

export type ClamdAddress = { readonly host: string; readonly port: number } | { readonly path: string };

/** Parses CLAMD_URL, `tcp://host:port` or `unix:///path/of/the/socket`. Returns undefined for anything else. */
export function parseClamdUrl(text: string): ClamdAddress | undefined {
  const url = URL.parse(text);
  if (url?.protocol === 'unix:' && url.host === '' && url.pathname.length > 1) return { path: url.pathname };
  if (url?.protocol !== 'tcp:' || url.hostname === '' || url.port === '') return undefined;
  // Brackets around an IPv6 address belong to the URL, not to the socket's address.
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1');
  return { host, port: Number(url.port) };
}

/** The address of a ClamAV daemon, as in CLAMD_URL. */

/** Where clamd listens. */
export type ClamdAddress = { readonly host: string; readonly port: number } | { readonly path: string };

/** Parses CLAMD_URL: `tcp://host:port` or `unix:///path/of/the/socket`. Returns undefined for anything else. */
export function parseClamdUrl(text: string): ClamdAddress | undefined {
  const url = URL.parse(text);
  if (url?.protocol === 'unix:' && url.host === '' && url.pathname.length > 1) return { path: url.pathname };
  if (url?.protocol !== 'tcp:' || url.hostname === '' || url.port === '') return undefined;
  // Brackets around an IPv6 address belong to the URL, not to the socket's address.
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1');
  return { host, port: Number(url.port) };
}

/** The address of a ClamAV daemon, as CLAMD_URL gives it. */

/** Where clamd listens. */
export type ClamdAddress = { readonly host: string; readonly port: number } | { readonly path: string };

/**
 * Reads CLAMD_URL: `tcp://host:port` or `unix:///path/of/the/socket`. Returns nothing when it is neither, so that the
 * settings can say so at start.
 */
export function parseClamdUrl(text: string): ClamdAddress | undefined {
  const url = URL.parse(text);
  if (url?.protocol === 'unix:' && url.host === '' && url.pathname.length > 1) return { path: url.pathname };
  if (url?.protocol !== 'tcp:' || url.hostname === '' || url.port === '') return undefined;
  // In brackets an IPv6 address is part of a URL, not of a socket.
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1');
  return { host, port: Number(url.port) };
}

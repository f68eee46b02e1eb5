/**
 * Returns one URL per host of a PostgreSQL URL in libpq's format, `postgresql://u:p@h1:5432,h2/db`, in order
 * (docs/decisions/failover.md). Undefined if it is malformed, or has an unsupported `target_session_attrs`.
 */
export function hostAddresses(url: string): readonly string[] | undefined {
  const [, start = '', written = '', rest = ''] =
    /^(postgres(?:ql)?:\/\/(?:[^/?#]*@)?)([^/?#]*)(.*)$/s.exec(url) ?? [];
  // Node can't parse a role without a host, as cloud providers write a socket's address. The host in the query counts anyway.
  const hosts = start.endsWith('@') && written === '' && /[?&]host=[^&]/.test(rest) ? 'localhost' : written;
  const addresses = hosts.split(',').map((host) => `${start}${host}${rest}`);
  if (start === '' || !addresses.every((address) => URL.canParse(address))) return undefined;
  const { searchParams } = new URL(addresses[0] ?? '');
  const attributes = searchParams.getAll('target_session_attrs');
  const isWritable = attributes.every((attribute) => ['read-write', 'primary'].includes(attribute));
  // A host or port parameter would apply to all hosts.
  const isApart = addresses.length === 1 || !(searchParams.has('host') || searchParams.has('port'));
  const named = hosts.split(',').every((host) => host !== '' || addresses.length === 1);
  return isWritable && isApart && named && !searchParams.get('host')?.includes(',') ? addresses : undefined;
}

/** The hosts in the address of a PostgreSQL database, which may be the nodes of a cluster (docs/decisions/failover.md). */

/**
 * The address of each host that an address of PostgreSQL names, in order: `postgresql://u:p@h1:5432,h2/db`, as libpq writes
 * it. Undefined where it is malformed, or asks by `target_session_attrs` for what this server cannot work with.
 */
export function hostAddresses(url: string): readonly string[] | undefined {
  const [, start = '', written = '', rest = ''] =
    /^(postgres(?:ql)?:\/\/(?:[^/?#]*@)?)([^/?#]*)(.*)$/s.exec(url) ?? [];
  // A role before no host, as clouds write the address of a socket, is no URL to Node; what the query names counts anyway.
  const hosts = start.endsWith('@') && written === '' && /[?&]host=[^&]/.test(rest) ? 'localhost' : written;
  const addresses = hosts.split(',').map((host) => `${start}${host}${rest}`);
  if (start === '' || !addresses.every((address) => URL.canParse(address))) return undefined;
  const { searchParams } = new URL(addresses[0] ?? '');
  const attributes = searchParams.getAll('target_session_attrs');
  const isWritable = attributes.every((attribute) => ['read-write', 'primary'].includes(attribute));
  // Such a parameter would stand for all of them.
  const isApart = addresses.length === 1 || !(searchParams.has('host') || searchParams.has('port'));
  const named = hosts.split(',').every((host) => host !== '' || addresses.length === 1);
  return isWritable && isApart && named && !searchParams.get('host')?.includes(',') ? addresses : undefined;
}

import { describe, expect, test } from 'vitest';
import { hostAddresses } from './service-addresses.ts';

describe('the hosts of an address', () => {
  test.each([
    ['postgres://u:p@db/cards', ['postgres://u:p@db/cards']],
    ['postgresql:///cards?host=/run/postgresql', ['postgresql:///cards?host=/run/postgresql']],
    [
      'postgresql://u:p@/cards?host=/cloudsql/acme:region:cards',
      ['postgresql://u:p@localhost/cards?host=/cloudsql/acme:region:cards'],
    ],
    [
      'postgresql://u:p,q@one:5432,two.example:5433/cards?sslmode=verify-full&target_session_attrs=read-write',
      [
        'postgresql://u:p,q@one:5432/cards?sslmode=verify-full&target_session_attrs=read-write',
        'postgresql://u:p,q@two.example:5433/cards?sslmode=verify-full&target_session_attrs=read-write',
      ],
    ],
    [
      'postgres://u@[::1]:5432,10.0.0.2/cards?target_session_attrs=primary',
      [
        'postgres://u@[::1]:5432/cards?target_session_attrs=primary',
        'postgres://u@10.0.0.2/cards?target_session_attrs=primary',
      ],
    ],
  ])('of %s', (url, addresses) => {
    expect(hostAddresses(url)).toEqual(addresses);
  });

  test.each([
    'mysql://db/cards',
    'postgres:cards',
    'postgres://one:port,two/cards',
    'postgres://one,,two/cards',
    'postgres://one,two/cards?host=/run/postgresql',
    'postgres:///cards?host=one,two',
    'postgres://one,two/cards?target_session_attrs=any',
    'postgres://one/cards?target_session_attrs=prefer-standby',
    'postgres://one,two/cards?target_session_attrs=read-write&target_session_attrs=any',
    'postgres://u:p@/cards',
    'postgres://u:p@/cards?host=',
    'postgres://u:p/q@one/cards',
    'postgres://u:p#q@one/cards',
  ])('%s is malformed', (url) => {
    expect(hostAddresses(url)).toBeUndefined();
  });
});

import type { LookupAddress } from 'node:dns';
import { describe, expect, test } from 'vitest';
import {
  allowedAddresses,
  checkedLookup,
  isPublicAddress,
  literalAddress,
  oncePerName,
} from './outgoing-address.ts';

describe('isPublicAddress', () => {
  test.each([
    '8.8.8.8',
    '1.1.1.1',
    '100.63.255.255',
    '100.128.0.0',
    '172.15.255.255',
    '172.32.0.0',
    '223.255.255.255',
    '2606:4700:4700::1111',
    '2a00:1450:4001:81b::200e',
    '::ffff:8.8.8.8',
    '64:ff9b::8.8.8.8',
  ])('allows %s', (address) => {
    expect(isPublicAddress(address)).toBe(true);
  });

  test.each([
    ['loopback', '127.0.0.1'],
    ['loopback', '127.255.255.254'],
    ['this network', '0.0.0.0'],
    ['private', '10.0.0.1'],
    ['private', '172.16.0.1'],
    ['private', '172.31.255.255'],
    ['private', '192.168.1.1'],
    ['link-local, where clouds keep their metadata', '169.254.169.254'],
    ['carrier-grade NAT', '100.64.0.1'],
    ['carrier-grade NAT', '100.127.255.255'],
    ['benchmarking', '198.19.0.1'],
    ['protocol assignments', '192.0.0.170'],
    ['documentation', '192.0.2.1'],
    ['6to4 relays', '192.88.99.1'],
    ['documentation', '198.51.100.1'],
    ['documentation', '203.0.113.9'],
    ['multicast', '224.0.0.1'],
    ['reserved', '240.0.0.1'],
    ['broadcast', '255.255.255.255'],
    ['IPv6 loopback', '::1'],
    ['IPv6 unspecified', '::'],
    ['IPv6 link-local', 'fe80::1'],
    ['IPv6 link-local with a zone', 'fe80::1%eth0'],
    ['IPv6 site-local', 'fec0::1'],
    ['unique local', 'fd12:3456::1'],
    ['IPv6 multicast', 'ff02::1'],
    ['IPv6 documentation', '2001:db8::1'],
    ['IPv6 documentation', '3fff::1'],
    ['Teredo', '2001:0:4136:e378::1'],
    ['6to4 of a private address', '2002:a00:1::1'],
    ['IPv4-mapped loopback', '::ffff:127.0.0.1'],
    ['IPv4-mapped loopback in hexadecimal', '::ffff:7f00:1'],
    ['IPv4-mapped metadata', '::ffff:169.254.169.254'],
    ['NAT64 of loopback', '64:ff9b::127.0.0.1'],
    ['NAT64 of a private address', '64:ff9b::a00:1'],
    ['local NAT64', '64:ff9b:1::808:808'],
    ['IPv4-compatible loopback', '::127.0.0.1'],
    ['no address', 'localhost'],
    ['nothing', ''],
  ])('refuses %s, %s', (_what, address) => {
    expect(isPublicAddress(address)).toBe(false);
  });
});

test('private ranges are allowed if an operator named them, and no others', () => {
  const isAllowed = allowedAddresses(['10.20.0.0/16', 'fd12::/16']);
  expect(['10.20.3.4', '::ffff:10.20.3.4', 'fd12::1', '8.8.8.8'].map(isAllowed)).toEqual([
    true,
    true,
    true,
    true,
  ]);
  expect(['10.21.0.1', '127.0.0.1', 'fd13::1'].map(isAllowed)).toEqual([false, false, false]);
  expect(allowedAddresses([])('10.20.3.4')).toBe(false);
});

describe('checkedLookup', () => {
  const answer = (...addresses: string[]) => {
    const found: LookupAddress[] = addresses.map((address) => ({
      address,
      family: address.includes(':') ? 6 : 4,
    }));
    const lookup = checkedLookup(isPublicAddress, async () => found);
    return new Promise((resolve) => {
      lookup('bank.example', { all: true }, (error, result) => resolve(error?.code ?? result));
    });
  };

  test('returns the found addresses', async () => {
    expect(await answer('8.8.8.8', '2606:4700::1')).toEqual([
      { address: '8.8.8.8', family: 4 },
      { address: '2606:4700::1', family: 6 },
    ]);
  });

  test.each([
    ['one of its addresses is private', ['8.8.8.8', '10.0.0.1']],
    ['its only address is private', ['::1']],
    ['it has no address', []],
  ])('refuses a name if %s', async (_when, addresses) => {
    expect(await answer(...addresses)).toBe('ADDRESS_REFUSED');
  });

  test('fails like the lookup if a name is unknown', async () => {
    const unknown = Object.assign(new Error('no such name'), { code: 'ENOTFOUND' });
    const lookup = checkedLookup(isPublicAddress, () => Promise.reject(unknown));
    const error = await new Promise((resolve) => lookup('bank.example', {}, resolve));
    expect(error).toBe(unknown);
  });
});

test.each([
  ['https://[::1]:8443/', '::1'],
  ['https://2130706433/', '127.0.0.1'],
  ['https://bank.example/', undefined],
])('the address in %s is %s', (url, address) => {
  expect(literalAddress(new URL(url))).toBe(address);
});

test('a connection that needs one address gets the first one found', async () => {
  const found: LookupAddress[] = [
    { address: '8.8.8.8', family: 4 },
    { address: '2606:4700::1', family: 6 },
  ];
  const lookup = checkedLookup(isPublicAddress, async () => found);
  const given = await new Promise((resolve) => lookup('bank.example', {}, (...all) => resolve(all)));
  expect(given).toEqual([null, '8.8.8.8', 4]);
});

test('parallel lookups of a name share one query, and a later lookup sends another query', async () => {
  const asked: string[] = [];
  const resolve = oncePerName(async (hostname) => {
    asked.push(hostname);
    return [{ address: '8.8.8.8', family: 4 }];
  });
  await Promise.all([resolve('a.example'), resolve('b.example'), resolve('a.example')]);
  expect(asked).toEqual(['a.example', 'b.example']);
  await resolve('a.example');
  expect(asked).toEqual(['a.example', 'b.example', 'a.example']);
});

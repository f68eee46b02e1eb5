import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, test } from 'vitest';
import {
  addressForLimits,
  clientAddress,
  forwardedAddress,
  headerValues,
  networkForLimits,
  parseRanges,
  publicScheme,
} from './client-address.ts';

function proxies(text: string) {
  const trusted = parseRanges(text);
  if (trusted === undefined) throw new Error('The fixture is wrong.');
  return trusted;
}

const trusted = proxies('10.0.0.0/8, 2001:db8::/32 192.0.2.7');

describe('TRUSTED_PROXIES', () => {
  test('accepts addresses and ranges of both kinds', () => {
    expect(trusted.contains('10.255.0.1')).toBe(true);
    expect(trusted.contains('192.0.2.7')).toBe(true);
    expect(trusted.contains('192.0.2.8')).toBe(false);
    expect(trusted.contains('2001:db8:1::1')).toBe(true);
    expect(trusted.contains('2001:db9::1')).toBe(false);
  });

  test('is empty by default', () => {
    expect(proxies('').contains('127.0.0.1')).toBe(false);
  });

  test.each([
    '10.0.0.0/33',
    '10.0.0.0/',
    '10.0.0/8',
    'proxy.example',
    '::1/129',
    '10.0.0.1/8/8',
    '10.0.0.1,,x',
    '10.0.0.0/-1',
  ])('refuses %s', (text) => {
    expect(parseRanges(text)).toBeUndefined();
  });
});

describe('the client address', () => {
  const behind = (peer: string | undefined, ...forwarded: string[]) =>
    clientAddress({ peer, trusted, rawHeaders: forwarded.flatMap((value) => ['X-Forwarded-For', value]) });

  test('is the peer if the peer is not a trusted proxy, whatever its headers claim', () => {
    expect(behind('198.51.100.1', '203.0.113.9')).toBe('198.51.100.1');
    expect(behind('198.51.100.1')).toBe('198.51.100.1');
  });

  test('is the right-most address that is not one of our proxies; anything before it is ignored', () => {
    expect(behind('10.0.0.1', '1.1.1.1, 203.0.113.9, 192.0.2.7')).toBe('203.0.113.9');
  });

  test('reads repeated headers as one list', () => {
    expect(behind('10.0.0.1', '1.1.1.1', '203.0.113.9', '10.0.0.2')).toBe('203.0.113.9');
  });

  test('is the left-most when all hops are proxies', () => {
    expect(behind('10.0.0.1', '10.0.0.3, 10.0.0.2')).toBe('10.0.0.3');
  });

  test('stops at an entry that is not an address', () => {
    expect(behind('10.0.0.1', '203.0.113.9, unknown, 10.0.0.2')).toBe('10.0.0.2');
  });

  test('drops ports, brackets, zones and the IPv4-in-IPv6 form', () => {
    expect(behind('::ffff:10.0.0.1', '203.0.113.9:4711')).toBe('203.0.113.9');
    expect(behind('10.0.0.1', '[2001:DB9::1]:443')).toBe('2001:db9::1');
    expect(behind('::ffff:203.0.113.9')).toBe('203.0.113.9');
    expect(behind('fe80::1%eth0')).toBe('fe80::1');
  });

  test('is unknown once the socket is closed', () => {
    expect(behind(undefined, '203.0.113.9')).toBe('unknown');
  });
});

describe('the public scheme', () => {
  const forwarded = (peer: string, ...values: string[]) => ({
    peer,
    trusted,
    rawHeaders: values.flatMap((value) => ['x-forwarded-proto', value]),
  });

  test('is PUBLIC_URL_SCHEME if that is set, whatever the headers say', () => {
    expect(publicScheme(forwarded('10.0.0.1', 'http'), 'https')).toBe('https');
    expect(publicScheme(forwarded('10.0.0.1', 'https'), 'http')).toBe('http');
  });

  test('is otherwise the scheme from the nearest trusted proxy', () => {
    expect(publicScheme(forwarded('10.0.0.1', 'https'), undefined)).toBe('https');
    expect(publicScheme(forwarded('10.0.0.1', 'https', 'http'), undefined)).toBe('http');
    expect(publicScheme(forwarded('10.0.0.1', 'gopher'), undefined)).toBe('http');
  });

  test('is http if anyone else sends https', () => {
    expect(publicScheme(forwarded('198.51.100.1', 'https'), undefined)).toBe('http');
  });
});

test('the address and scheme of a request over a socket depend on the settings', async () => {
  const seen: unknown[] = [];
  const settings = { trustedProxies: proxies('127.0.0.1'), publicUrlScheme: undefined };
  const server = createServer((request, response) => {
    seen.push(forwardedAddress(settings, request));
    seen.push(forwardedAddress({ trustedProxies: proxies(''), publicUrlScheme: 'https' }, request));
    response.end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await fetch(`http://127.0.0.1:${port}`, {
    headers: { 'x-forwarded-for': '203.0.113.9', 'x-forwarded-proto': 'https' },
  });
  server.close();
  expect(seen).toEqual([
    { address: '203.0.113.9', scheme: 'https' },
    { address: '127.0.0.1', scheme: 'https' },
  ]);
});

test.each([
  ['203.0.113.9', '203.0.113.9'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:db8:1:2::9', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['unknown', 'unknown'],
])('limits count %s as %s', (address, block) => {
  expect(addressForLimits(address)).toBe(block);
});

test.each([
  ['203.0.113.7', '203.0.113.0/24'],
  ['2001:db8:1:2345::1', '2001:db8:1:2300::/56'],
  ['2001:db8:1:23ff:8000::', '2001:db8:1:2300::/56'],
  ['2001:db8::1', '2001:db8:0:0::/56'],
  ['unknown', 'unknown'],
])('%s is in the network %s', (address, network) => {
  expect(networkForLimits(address)).toBe(network);
});

test('headerValues returns every value of a header in order, ignores case, and never takes a value for a name', () => {
  const raw = ['Host', 'a', 'X-Trap', 'host', 'HOST', 'b', 'Accept', '*/*'];
  expect(headerValues(raw, 'host')).toEqual(['a', 'b']);
  expect(headerValues(raw, 'origin')).toEqual([]);
});

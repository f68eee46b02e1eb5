import { describe, expect, test } from 'vitest';
import { isOwnOrigin, isPlainTarget, readHost } from './host-and-origin.ts';

describe('the request target', () => {
  test.each(['/', '/apply/business?part=2', '/a%20b', '/api/v1/apply/start?storeId=12345678', '/%E2%82%AC'])(
    'passes %s',
    (target) => {
      expect(isPlainTarget(target)).toBe(true);
    },
  );

  test.each([
    ['absolute form', 'http://demo.localhost/apply'],
    ['asterisk form', '*'],
    ['authority form', 'demo.localhost:443'],
    ['empty', ''],
    ['two slashes', '//evil.example/apply'],
    ['an encoded NUL', '/a%00b'],
    ['an encoded NUL in the query', '/a?b=%00'],
    ['a % that encodes nothing', '/a%zz'],
    ['a % at the end', '/a%2'],
    ['a space', '/a b'],
    ['a control character', '/a\u0000'],
    ['a backslash', '/\\evil.example'],
    ['a fragment', '/a#b'],
    ['a character beyond ASCII', '/é'],
  ])('refuses %s', (_, target) => {
    expect(isPlainTarget(target)).toBe(false);
  });
});

/** A host name of 253 letters and dots, the longest that is allowed. */
const longest = `${'a'.repeat(61)}.`.repeat(4).concat('a.aaa');

describe('the Host', () => {
  test.each([
    ['Demo.LocalHost:3000', { name: 'demo.localhost', port: 3000 }],
    ['127.0.0.1', { name: '127.0.0.1', port: undefined }],
    ['[0:0::1]:8080', { name: '[::1]', port: 8080 }],
    ['xn--bcher-kva.example', { name: 'xn--bcher-kva.example', port: undefined }],
    ['a.example.', { name: 'a.example', port: undefined }],
    ['A.Example.:8443', { name: 'a.example', port: 8443 }],
    ['127.0.0.1.', { name: '127.0.0.1', port: undefined }],
    [`${longest}.`, { name: longest, port: undefined }],
  ])('%s is read', (value, host) => {
    expect(readHost(['Accept', '*/*', 'host', value])).toEqual(host);
  });

  test.each([
    '',
    ' ',
    'a..b',
    '-a.example',
    'a.example..',
    'a.example..:80',
    'a.example.:',
    'a.example:80.',
    '.',
    '.:80',
    '.a.example',
    '[::1].',
    `${longest}a`,
    `${longest}a.`,
    'a_b.example',
    'a.example:',
    'a.example:0',
    'a.example:65536',
    'a.example:80:80',
    'a.example/path',
    'user@a.example',
    'a.example,b.example',
    '0x7f.1',
    '999.1.1.1',
    '[::1',
    '[::g]',
    '::1',
    `${'a'.repeat(64)}.example`,
    'bücher.example',
  ])('%j is refused', (value) => {
    expect(readHost(['Host', value])).toBeUndefined();
  });

  test('a Host header must be sent exactly once: none or two are refused, even two equal ones', () => {
    expect(readHost([])).toBeUndefined();
    expect(readHost(['Host', 'a.example', 'host', 'a.example'])).toBeUndefined();
  });
});

describe('the origin of a change', () => {
  const host = { name: 'cards.example', port: undefined };
  const isOwn = (rawHeaders: string[], more = {}) =>
    isOwnOrigin({ method: 'POST', rawHeaders, host, scheme: 'https', ...more });

  test("passes from the page itself, from a user's own navigation, and from a client that is not a browser", () => {
    expect(isOwn(['Sec-Fetch-Site', 'same-origin', 'Origin', 'https://cards.example'])).toBe(true);
    expect(isOwn(['Sec-Fetch-Site', 'none'])).toBe(true);
    expect(isOwn([])).toBe(true);
  });

  test('may name the default port or leave it out', () => {
    const local = { host: { name: 'localhost', port: 3000 }, scheme: 'http' };
    expect(isOwn(['Origin', 'http://localhost:3000'], local)).toBe(true);
    expect(isOwn(['Origin', 'http://localhost'], local)).toBe(false);
    expect(isOwn(['Origin', 'https://cards.example'], { host: { ...host, port: 443 } })).toBe(true);
  });

  test('may have a trailing dot in its host', () => {
    expect(isOwn(['Origin', 'https://cards.example.'])).toBe(true);
    const local = { host: { name: 'localhost', port: 3000 }, scheme: 'http' };
    expect(isOwn(['Origin', 'http://localhost.:3000'], local)).toBe(true);
  });

  test.each([
    ['an origin with two dots', ['Origin', 'https://cards.example..']],
    ['an origin that continues after the dot', ['Origin', 'https://cards.example.evil']],
    ['another site with a dot', ['Origin', 'https://evil.example.']],
    ['another site', ['Sec-Fetch-Site', 'cross-site']],
    ['a sister host', ['Sec-Fetch-Site', 'same-site', 'Origin', 'https://cards.example']],
    ['a foreign origin', ['Sec-Fetch-Site', 'same-origin', 'Origin', 'https://evil.example']],
    ['the origin of another scheme', ['Origin', 'http://cards.example']],
    ['the origin of another port', ['Origin', 'https://cards.example:8443']],
    ['an opaque origin', ['Origin', 'null']],
    ['an empty origin', ['Origin', '']],
    ['an empty Sec-Fetch-Site', ['Sec-Fetch-Site', '']],
    ['two origins', ['Origin', 'https://cards.example', 'Origin', 'https://cards.example']],
    ['two sites', ['Sec-Fetch-Site', 'same-origin', 'Sec-Fetch-Site', 'same-origin']],
  ])('refuses %s', (_, rawHeaders) => {
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE', 'PURGE']) {
      expect(isOwn(rawHeaders, { method })).toBe(false);
    }
  });

  test('is not checked for a call that only reads', () => {
    for (const method of ['GET', 'HEAD'])
      expect(isOwn(['Sec-Fetch-Site', 'cross-site'], { method })).toBe(true);
  });
});

import { describe, expect, test } from 'vitest';
import { cookieName } from './cookies.ts';
import { hashToken, newToken, newWebSessionId, readSessionToken, tokenMatches } from './session-token.ts';

const id = '1a2b3c4d-0000-4000-8000-000000000000';

describe('the token', () => {
  test('is 256 bits in base64url, different every time, and stored only as its hash', () => {
    const [one, two] = [newToken(), newToken()];
    expect(Buffer.from(one.token, 'base64url')).toHaveLength(32);
    expect(one.token).not.toBe(two.token);
    expect(one.tokenHash).toHaveLength(32);
    expect(one.tokenHash).toEqual(hashToken(one.token));
    expect(hashToken('abc').toString('hex')).toBe(
      'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
    );
  });

  test('matches only its own hash', () => {
    const { token, tokenHash } = newToken();
    expect(tokenMatches(token, tokenHash)).toBe(true);
    expect(tokenMatches(`${token}A`, tokenHash)).toBe(false);
    expect(tokenMatches(newToken().token, tokenHash)).toBe(false);
    expect(tokenMatches(token, Buffer.alloc(0))).toBe(false);
    expect(tokenMatches(token, tokenHash.subarray(0, 16))).toBe(false);
  });
});

test('two tabs opened at the same moment get two cookies', () => {
  const names = Array.from({ length: 100 }, () => cookieName('session', newWebSessionId(), 'https'));
  expect(new Set(names).size).toBe(100);
});

describe('with several cookies', () => {
  const [{ token }, { token: other }] = [newToken(), newToken()];
  const otherId = 'ffffffff-0000-4000-8000-000000000000';
  const jar = `theme=dark; __Host-session-ffffffff=${other}; __Host-session-1a2b3c4d=${token}; broken`;

  test('each web session id finds its own token', () => {
    expect(readSessionToken(jar, id, 'https')).toBe(token);
    expect(readSessionToken(jar, otherId, 'https')).toBe(other);
  });

  test('no token is found for another id or scheme, a malformed token, or without a cookie', () => {
    expect(readSessionToken(jar, newWebSessionId(), 'https')).toBeUndefined();
    expect(readSessionToken(jar, id, 'http')).toBeUndefined();
    expect(readSessionToken('__Host-session-1a2b3c4d=short', id, 'https')).toBeUndefined();
    expect(readSessionToken(undefined, id, 'https')).toBeUndefined();
  });

  test.each(['', id.toUpperCase(), `${id} `, `${id}\n`, '1a2b3c4d', '1a2b3c4d-0000-7000-8000-000000000000'])(
    'no token is found for the malformed id %j',
    (malformed) => {
      expect(readSessionToken(jar, malformed, 'https')).toBeUndefined();
    },
  );

  test('no token is found if two cookies have the same name', () => {
    const planted = `session-1a2b3c4d=${other}; session-1a2b3c4d=${token}`;
    expect(readSessionToken(planted, id, 'http')).toBeUndefined();
  });
});

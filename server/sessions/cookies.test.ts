import { describe, expect, test } from 'vitest';
import {
  clearedSessionCookie,
  hashSessionToken,
  isWebSessionId,
  newSessionToken,
  newWebSessionId,
  readSessionToken,
  sessionCookie,
  sessionCookieName,
  sessionCookiesIn,
  sessionTokenMatches,
} from './session-token.ts';

const id = '1a2b3c4d-0000-4000-8000-000000000000';
const pairOf = (setCookie: string) => setCookie.split(';')[0] ?? '';

describe('the token', () => {
  test('is 256 bits in base64url, different every time, and stored only as its hash', () => {
    const [one, two] = [newSessionToken(), newSessionToken()];
    expect(Buffer.from(one.token, 'base64url')).toHaveLength(32);
    expect(one.token).not.toBe(two.token);
    expect(one.hash).toMatch(/^[0-9a-f]{64}$/);
    expect(one.hash).not.toContain(one.token);
    expect(hashSessionToken('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
  });

  test('matches only its own hash', () => {
    const { token, hash } = newSessionToken();
    expect(sessionTokenMatches(token, hash)).toBe(true);
    expect(sessionTokenMatches(`${token}A`, hash)).toBe(false);
    expect(sessionTokenMatches(newSessionToken().token, hash)).toBe(false);
    expect(sessionTokenMatches(token, '')).toBe(false);
    expect(sessionTokenMatches(token, hash.slice(0, 32))).toBe(false);
  });
});

describe('the web session id', () => {
  test('gives two tabs opened at the same moment two cookies', () => {
    const names = Array.from({ length: 100 }, () => sessionCookieName(newWebSessionId(), 'https'));
    expect(new Set(names).size).toBe(100);
  });

  test('is recognized by its form', () => {
    expect(isWebSessionId(newWebSessionId())).toBe(true);
    for (const other of [
      '',
      id.toUpperCase(),
      `${id} `,
      `${id}\n`,
      '1a2b3c4d',
      '019aa000-0000-7000-8000-000000000000',
    ]) {
      expect(isWebSessionId(other)).toBe(false);
    }
  });
});

describe('the cookie', () => {
  test('over https is bound to host and TLS', () => {
    expect(sessionCookie(id, 'T', 'https')).toBe(
      '__Host-session-1a2b3c4d=T; Path=/; HttpOnly; SameSite=Strict; Secure',
    );
  });

  test('over http has neither prefix nor Secure, because browsers refuse both there', () => {
    expect(sessionCookie(id, 'T', 'http')).toBe('session-1a2b3c4d=T; Path=/; HttpOnly; SameSite=Strict');
  });

  test('is removed with the same attributes', () => {
    expect(clearedSessionCookie(sessionCookieName(id, 'https'), 'https')).toBe(
      '__Host-session-1a2b3c4d=; Path=/; HttpOnly; SameSite=Strict; Secure; Max-Age=0',
    );
  });
});

describe('with several cookies', () => {
  const { token } = newSessionToken();
  const other = newSessionToken().token;
  const otherId = 'ffffffff-0000-4000-8000-000000000000';
  const jar = [
    'theme=dark',
    pairOf(sessionCookie(otherId, other, 'https')),
    pairOf(sessionCookie(id, token, 'https')),
    'broken',
  ].join('; ');

  test('each web session id finds its own token', () => {
    expect(readSessionToken(jar, id, 'https')).toBe(token);
    expect(readSessionToken(jar, otherId, 'https')).toBe(other);
  });

  test('no token is found for another id or scheme, a malformed id or token, or without a cookie', () => {
    expect(readSessionToken(jar, newWebSessionId(), 'https')).toBeUndefined();
    expect(readSessionToken(jar, id, 'http')).toBeUndefined();
    expect(readSessionToken(jar, '1a2b3c4d', 'https')).toBeUndefined();
    expect(readSessionToken('__Host-session-1a2b3c4d=short', id, 'https')).toBeUndefined();
    expect(readSessionToken(undefined, id, 'https')).toBeUndefined();
  });

  test('a duplicate name is ignored', () => {
    expect(
      readSessionToken(`session-1a2b3c4d=${other}; session-1a2b3c4d=${token}`, id, 'http'),
    ).toBeUndefined();
  });

  test('only the sessions of a browser are listed, by name and hash', () => {
    expect(sessionCookiesIn(jar, 'https')).toEqual([
      { name: '__Host-session-ffffffff', tokenHash: hashSessionToken(other) },
      { name: '__Host-session-1a2b3c4d', tokenHash: hashSessionToken(token) },
    ]);
    expect(sessionCookiesIn(jar, 'http')).toEqual([]);
    expect(sessionCookiesIn('__Host-session-zzzzzzzz=x', 'https')).toEqual([]);
    expect(sessionCookiesIn(undefined, 'https')).toEqual([]);
  });
});

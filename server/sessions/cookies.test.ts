import { describe, expect, test } from 'vitest';
import { clearedCookie, cookieName, cookiesIn, setCookie } from './cookies.ts';

const id = '1a2b3c4d-0000-4000-8000-00005e6f7a8b';

test('a session’s cookie is named by the first digits of its id, a token’s by the last', () => {
  expect(cookieName('session', id, 'http')).toBe('session-1a2b3c4d');
  expect(cookieName('resume', id, 'http')).toBe('resume-5e6f7a8b');
});

describe('a cookie', () => {
  const name = cookieName('session', id, 'https');

  test('over https is bound to host and TLS', () => {
    expect(setCookie(name, 'T', 'https')).toBe(
      '__Host-session-1a2b3c4d=T; Path=/; HttpOnly; SameSite=Strict; Secure',
    );
    expect(setCookie(name, 'T', 'https', 129_600)).toBe(
      '__Host-session-1a2b3c4d=T; Path=/; HttpOnly; SameSite=Strict; Secure; Max-Age=129600',
    );
  });

  test('over http has neither prefix nor Secure, because browsers refuse both there', () => {
    expect(setCookie(cookieName('session', id, 'http'), 'T', 'http')).toBe(
      'session-1a2b3c4d=T; Path=/; HttpOnly; SameSite=Strict',
    );
  });

  test('is removed with the same attributes', () => {
    expect(clearedCookie(name, 'https')).toBe(
      '__Host-session-1a2b3c4d=; Path=/; HttpOnly; SameSite=Strict; Secure; Max-Age=0',
    );
  });
});

test('cookies are found by their name and form, under the prefix of their scheme only', () => {
  const jar = [
    'theme=dark',
    '__Host-session-ffffffff=a=b',
    ' __Host-session-1a2b3c4d = c ',
    '__Host-session-zzzzzzzz=x',
    '__Host-session-1a2b3c4d',
    'session-1a2b3c4d=plain',
    '__Host-resume-1a2b3c4d=draft',
    'broken',
  ].join(';');
  expect(cookiesIn(jar, 'session', 'https')).toEqual([
    { name: '__Host-session-ffffffff', value: 'a=b' },
    { name: '__Host-session-1a2b3c4d', value: 'c' },
  ]);
  expect(cookiesIn(jar, 'session', 'http')).toEqual([{ name: 'session-1a2b3c4d', value: 'plain' }]);
  expect(cookiesIn(jar, 'resume', 'https')).toEqual([{ name: '__Host-resume-1a2b3c4d', value: 'draft' }]);
  expect(cookiesIn(undefined, 'session', 'https')).toEqual([]);
});

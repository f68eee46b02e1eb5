import { describe, expect, test } from 'vitest';
import { hashSessionToken, newSessionToken } from '../sessions/session-token.ts';
import { clearedResumeCookie, cookieName, resumeCookie, resumeCookiesIn } from './resume-cookie.ts';

const id = '019aa000-0000-7000-8000-00001a2b3c4d';
const { token } = newSessionToken();

describe('the resume cookie', () => {
  test('lasts for the hours of the draft plus the twelve hours of a session', () => {
    const ages = [1, 24, 72].map(
      (hours) => /Max-Age=(\d+)$/.exec(resumeCookie(id, token, 'http', hours))?.[1],
    );
    expect(ages.map((seconds) => Number(seconds) / 3600)).toEqual([13, 36, 84]);
  });

  test('over https is bound to host and TLS', () => {
    expect(resumeCookie(id, token, 'https', 24)).toBe(
      `__Host-resume-1a2b3c4d=${token}; Path=/; HttpOnly; SameSite=Strict; Secure; Max-Age=129600`,
    );
    expect(resumeCookie(id, token, 'http', 24)).toBe(
      `resume-1a2b3c4d=${token}; Path=/; HttpOnly; SameSite=Strict; Max-Age=129600`,
    );
  });

  test('is removed with the attributes that it was set with', () => {
    expect(clearedResumeCookie(cookieName(id, 'https'), 'https')).toBe(
      '__Host-resume-1a2b3c4d=; Path=/; HttpOnly; SameSite=Strict; Secure; Max-Age=0',
    );
  });

  test('is found by its name and form, under the prefix of its scheme only', () => {
    const tokenHash = Buffer.from(hashSessionToken(token), 'hex');
    const name = cookieName(id, 'https');
    const jar = [`${name}=${token}`, `resume-1a2b3c4d=${token}`, `__Host-resume-x=${token}`, `${name}=short`];
    expect(resumeCookiesIn(jar.join('; '), 'https')).toEqual([{ name, tokenHash }]);
    expect(resumeCookiesIn(undefined, 'https')).toEqual([]);
  });

  test('is read from at most eight resume cookies', () => {
    const jar = Array.from({ length: 12 }, (_, at) => `resume-0000000${at.toString(16)}=${token}`).join('; ');
    expect(resumeCookiesIn(jar, 'http')).toHaveLength(8);
  });
});

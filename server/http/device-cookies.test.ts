import type { FastifyRequest } from 'fastify';
import { expect, test } from 'vitest';
import { hashToken, newToken } from '../sessions/session-token.ts';
import { sentCookies, setResumeCookie } from './device-cookies.ts';

const { token } = newToken();

const sentIn = (cookie: string) => sentCookies({ headers: { cookie }, scheme: 'https' } as FastifyRequest);

test('a resume cookie lasts for the hours of the draft plus the twelve hours of a session', () => {
  const set: unknown[] = [];
  const reply = { header: (_name: string, value: unknown) => set.push(value) };
  for (const hours of [1, 24, 72])
    setResumeCookie(
      { scheme: 'http', program: { resume: { hours } } } as FastifyRequest,
      reply as unknown as Parameters<typeof setResumeCookie>[1],
      { id: '019aa000-0000-7000-8000-00001a2b3c4d', token },
    );
  const attributes = 'Path=/; HttpOnly; SameSite=Strict';
  expect(set).toEqual(
    [13, 36, 84].map((hours) => `resume-1a2b3c4d=${token}; ${attributes}; Max-Age=${hours * 3600}`),
  );
});

test('a resume cookie is read if its token has the right form', () => {
  const [name, other] = ['__Host-resume-1a2b3c4d', '__Host-resume-5e6f7a8b'];
  expect(sentIn(`${name}=${token}; ${other}=short`)).toEqual([{ name, tokenHash: hashToken(token) }]);
});

test('at most eight resume cookies are read', () => {
  const jar = Array.from({ length: 12 }, (_, at) => `__Host-resume-0000000${at.toString(16)}=${token}`);
  expect(sentIn(jar.join('; '))).toHaveLength(8);
});

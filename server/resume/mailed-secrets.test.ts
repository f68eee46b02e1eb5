import { createSecretKey } from 'node:crypto';
import { expect, test } from 'vitest';
import { tokenForm } from '../sessions/session-token.ts';
import { codeOf, isCode, linkTokenOf } from './mailed-secrets.ts';

const services = { hashKey: { id: 'AAAAAAAAAAA', key: createSecretKey(Buffer.alloc(32, 7)) } };
const ids = Array.from({ length: 300 }, (_, at) => `00000000-0000-7000-8000-${String(at).padStart(12, '0')}`);
const [id = '', otherId = ''] = ids;

test('a code has six digits, may start with zero, and stays the same when mailed again', () => {
  const codes = ids.map((one) => codeOf(services, one));
  for (const code of codes) expect(code).toMatch(/^\d{6}$/);
  expect(codes.filter((code) => code.startsWith('0')).length).toBeGreaterThan(5);
  expect(new Set(codes).size).toBeGreaterThan(290);
  expect(codeOf(services, id)).toBe('972376');
});

test('a code is accepted with spaces and hyphens, and no other code is', () => {
  const code = codeOf(services, id);
  expect(isCode(services, id, `${code.slice(0, 3)} ${code.slice(3)}`)).toBe(true);
  expect(isCode(services, id, `${code.slice(0, 3)}-${code.slice(3)}`)).toBe(true);
  for (const typed of [code.slice(1), `${code}0`, '', codeOf(services, otherId)])
    expect(isCode(services, id, typed)).toBe(false);
  expect(isCode(services, otherId, code)).toBe(false);
});

test('a link has its own secret in the format of a session token', () => {
  const token = linkTokenOf(services, id);
  expect(token).toMatch(tokenForm);
  expect(linkTokenOf(services, id)).toBe(token);
  expect(linkTokenOf(services, otherId)).not.toBe(token);
});

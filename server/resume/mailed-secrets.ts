/**
 * Derives the two kinds of secrets for resuming by email (D55): codes and link tokens. A secret is computed from a row's id and a
 * key that the database contains only in encrypted form. So an email can be sent again although its secret is not stored.
 */
import { timingSafeEqual } from 'node:crypto';
import { digitsIn, mailCode } from '../../form/limits/resume-limits.ts';
import { keyedHash } from '../security/sealing.ts';
import type { Services } from '../services.ts';

type WithHashKey = Pick<Services, 'hashKey'>;

/** Returns the digits of a code: a 48-bit hash modulo a million, which is uniform to within one part in 10^8. */
export function codeOf({ hashKey }: WithHashKey, codeId: string): string {
  const bits = Number.parseInt(keyedHash(hashKey, 'resume code', codeId).slice(0, 12), 16);
  return String(bits % 10 ** mailCode.digits).padStart(mailCode.digits, '0');
}

/** Returns whether the typed code is right. Compares in constant time, and ignores spaces and hyphens between digits. */
export function isCode(services: WithHashKey, codeId: string, typed: string): boolean {
  const given = Buffer.from(digitsIn(typed, mailCode.digits) ?? '');
  const code = Buffer.from(codeOf(services, codeId));
  return given.length === code.length && timingSafeEqual(given, code);
}

/** Returns the token in a link, which has 256 bits in base64url. */
export function linkTokenOf({ hashKey }: WithHashKey, tokenId: string): string {
  return Buffer.from(keyedHash(hashKey, 'resume link', tokenId), 'hex').toString('base64url');
}

/**
 * The two secrets of coming back by email (D55). Neither is drawn and kept: each is made of the id of its row, under a key that
 * the database holds only wrapped. So a mail can be sent again, and nothing that is stored, sealed or not, is a secret.
 */
import { timingSafeEqual } from 'node:crypto';
import { mailCode, mailCodeIn } from '../../form/limits/resume-limits.ts';
import { keyedHash } from '../security/sealing.ts';
import type { Services } from '../services.ts';
import { hashSessionToken } from '../sessions/session-token.ts';

type WithHashKey = Pick<Services, 'hashKey'>;

/** The digits of a code. Of 48 bits the remainder by a million is even to one part in 10^8. */
export function codeOf({ hashKey }: WithHashKey, codeId: string): string {
  const bits = Number.parseInt(keyedHash(hashKey, 'resume code', codeId).slice(0, 12), 16);
  return String(bits % 10 ** mailCode.digits).padStart(mailCode.digits, '0');
}

/** Whether somebody typed a code, in constant time; spaces and hyphens between its digits do not count. */
export function isCode(services: WithHashKey, codeId: string, typed: string): boolean {
  const given = Buffer.from(mailCodeIn(typed) ?? '');
  const code = Buffer.from(codeOf(services, codeId));
  return given.length === code.length && timingSafeEqual(given, code);
}

/** The secret of a link, 256 bits in base64url. */
export function linkTokenOf({ hashKey }: WithHashKey, tokenId: string): string {
  return Buffer.from(keyedHash(hashKey, 'resume link', tokenId), 'hex').toString('base64url');
}

/** What is stored of a link's secret: SHA-256, as of a session's. */
export const hashOfLink = (token: string) => Buffer.from(hashSessionToken(token), 'hex');

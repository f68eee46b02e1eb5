/** Passes the result of a check, and the bytes to store, from the checking process to the server. */
import { acceptedTypes, documentErrors } from '../../form/limits/document-limits.ts';
import { type Message, noBytes } from '../processes/messages.ts';
import type { DocumentCheck } from './check-document.ts';

export function writtenCheck(check: DocumentCheck): Message {
  if (!check.ok) return { head: { reason: check.reason }, bytes: noBytes };
  return { head: { contentType: check.contentType }, bytes: check.bytes };
}

/**
 * Parses a message from the checking process. Returns undefined if the message is invalid, because the document may have
 * exploited that process.
 */
export function readCheck({ head, bytes }: Message): DocumentCheck | undefined {
  const found: Readonly<Record<string, unknown>> =
    typeof head === 'object' && head !== null ? { ...head } : {};
  const reason = documentErrors.find((known) => known === found['reason']);
  if (reason) return { ok: false, reason };
  const contentType = acceptedTypes.find((known) => known === found['contentType']);
  return contentType && bytes.length > 0 ? { ok: true, contentType, bytes } : undefined;
}

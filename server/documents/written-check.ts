/** A check as a message between two processes: what was found, and the bytes to keep. */
import { acceptedTypes, documentErrors } from '../../form/limits/document-limits.ts';
import { type Message, noBytes } from '../processes/messages.ts';
import type { DocumentCheck } from './check-document.ts';

export function writtenCheck(check: DocumentCheck): Message {
  if (!check.ok) return { head: { reason: check.reason }, bytes: noBytes };
  const { contentType, bytes } = check;
  return { head: { contentType }, bytes };
}

/** Undefined where the message is no check: a document may have taken over the process that wrote it. */
export function readCheck({ head, bytes }: Message): DocumentCheck | undefined {
  const found: Readonly<Record<string, unknown>> =
    typeof head === 'object' && head !== null ? { ...head } : {};
  const reason = documentErrors.find((known) => known === found['reason']);
  if (reason) return { ok: false, reason };
  const contentType = acceptedTypes.find((known) => known === found['contentType']);
  return contentType && bytes.length > 0 ? { ok: true, contentType, bytes } : undefined;
}

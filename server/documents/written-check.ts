/** A check as bytes between two processes: a line of JSON, then the bytes to keep. */
import { Buffer } from 'node:buffer';
import { acceptedTypes, documentErrors } from '../../form/lists/document-limits.ts';
import type { DocumentCheck } from './check-document.ts';

export function writtenCheck(check: DocumentCheck): Buffer {
  if (!check.ok) return Buffer.from(`${JSON.stringify({ reason: check.reason })}\n`);
  const { contentType, bytes } = check;
  return Buffer.concat([Buffer.from(`${JSON.stringify({ contentType })}\n`), bytes]);
}

/** Undefined where the text is not a whole check: a document may have broken the process that wrote it. */
export function readCheck(written: Buffer): DocumentCheck | undefined {
  const end = written.indexOf('\n');
  const head = end < 0 ? undefined : parsed(written.toString('latin1', 0, end));
  const reason = documentErrors.find((known) => known === head?.['reason']);
  if (reason) return { ok: false, reason };
  const contentType = acceptedTypes.find((known) => known === head?.['contentType']);
  const bytes = written.subarray(end + 1);
  return contentType && bytes.length > 0 ? { ok: true, contentType, bytes } : undefined;
}

function parsed(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}

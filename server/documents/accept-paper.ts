/** What a paper goes through before it is kept, whoever brings it: virus scan, structure, re-encoding (D29, X12). */
import { createHash } from 'node:crypto';
import type { DocumentRefusal } from '../../form/catalogue.ts';
import { documentRefusals } from '../../form/catalogue.ts';
import type { CheckedUpload } from '../applications/change-documents.ts';
import { notValid, Refusal, wrong } from '../problem.ts';
import type { Services } from '../services.ts';
import { scanForViruses } from './virus-scan.ts';

/** Seconds after which a paper may be sent again while the virus scanner is away. */
const scannerRetryAfter = 30;

/**
 * Has a paper checked: the scan first, then its content on the worker thread (D48). Takes long; never to be waited for
 * in a transaction. Throws a Refusal with the reason in the catalogue's words.
 */
export async function acceptPaper(
  { settings, documentChecker }: Pick<Services, 'settings' | 'documentChecker'>,
  file: { readonly bytes: Buffer; readonly fileName: string },
): Promise<CheckedUpload> {
  await checkForViruses(file.bytes, settings.clamdUrl);
  const result = await documentChecker.check(file.bytes);
  if (!result.ok) throw refused(result.reason);
  return {
    fileName: file.fileName,
    contentType: result.contentType,
    bytes: result.bytes,
    sha256: createHash('sha256').update(result.bytes).digest('hex'),
  };
}

/** A file's own name without folders, control characters and lone surrogates, at most 100 characters. */
export function tidyFileName(name: string | undefined): string {
  const base = (name ?? '').split(/[\\/]/).at(-1) ?? '';
  const tidy = base
    .toWellFormed()
    .replace(/[\p{C}]/gu, '')
    .trim();
  return [...tidy].slice(0, 100).join('') || 'document';
}

/** Where a scanner is configured, only what it calls clean gets further: no scanner, no upload (X12). */
async function checkForViruses(bytes: Uint8Array, clamdUrl: Services['settings']['clamdUrl']): Promise<void> {
  if (clamdUrl === undefined) return;
  const scan = await scanForViruses(bytes, clamdUrl);
  if (scan.verdict === 'infected') throw refused('infected');
  if (scan.verdict === 'unavailable')
    throw new Refusal('unavailable', documentRefusals.failed, { retryAfter: scannerRetryAfter });
}

function refused(reason: DocumentRefusal): Refusal {
  return notValid([{ ...wrong('document'), message: documentRefusals[reason] }]);
}

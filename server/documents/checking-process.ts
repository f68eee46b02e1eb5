/** Checks each document in its own process. A document that crashes or exploits that process can't affect others (X20). */
import { acceptedTypes, documentErrors } from '../../form/limits/document-limits.ts';
import { JobFailed, type ProcessLimits, startProcess } from '../processes/bounded-process.ts';
import type { Message } from '../processes/messages.ts';
import type { DocumentCheck } from './check-document.ts';

/** The limits of one check (X20). With 440 MB, a process stays below 512 MB even if it grows between two measurements. */
const checkingLimits: ProcessLimits = {
  processorMillis: 5_900,
  memory: 440 * 1_048_576,
  wallMillis: 20_000,
};

export type RunningCheck = ReturnType<typeof checkInProcess>;

/**
 * Starts checking a document, without changing the caller's bytes. The outcome is `unreadable` if the check exceeded a limit,
 * crashed or returned something invalid. The outcome rejects if the process could not be started or was stopped.
 */
export function checkInProcess(bytes: Uint8Array, limits: Partial<ProcessLimits>) {
  const checking = startProcess(
    { module: 'documents/document-worker', heap: 96 },
    { ...checkingLimits, ...limits },
  );
  async function check(): Promise<DocumentCheck> {
    try {
      return readCheck(await checking.ask({ head: null, bytes })) ?? unreadable;
    } catch (error) {
      if (error instanceof JobFailed) return unreadable;
      throw error;
    } finally {
      await checking.stop();
    }
  }
  return { outcome: check(), stop: () => void checking.stop() };
}

const unreadable: DocumentCheck = { ok: false, reason: 'unreadable' };

/** Returns the result that the process sent, or undefined if it is invalid: the document may have exploited the process. */
function readCheck({ head, bytes }: Message): DocumentCheck | undefined {
  const found: Readonly<Record<string, unknown>> =
    typeof head === 'object' && head !== null ? { ...head } : {};
  const reason = documentErrors.find((known) => known === found['reason']);
  if (reason) return { ok: false, reason };
  const contentType = acceptedTypes.find((known) => known === found['contentType']);
  return contentType && bytes.length > 0 ? { ok: true, contentType, bytes } : undefined;
}

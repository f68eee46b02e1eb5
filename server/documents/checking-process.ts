/**
 * Checks each document in its own process, so a document that crashes or exploits the process affects no other document (X20).
 */
import { JobFailed, type ProcessLimits, startProcess } from '../processes/bounded-process.ts';
import type { DocumentCheck } from './check-document.ts';
import { readCheck } from './written-check.ts';

/**
 * The limits of one check (X20). Memory is limited to 440 MB, so that a process stays below 512 MB even if it grows between two
 * measurements.
 */
export const checkingLimits: ProcessLimits = {
  processorMillis: 5_900,
  memory: 440 * 1_048_576,
  wallMillis: 20_000,
};

export interface RunningCheck {
  /**
   * The result of the check. It is `unreadable` if the document exceeded a limit or crashed the process. Rejects if the document
   * was not checked because the process could not be started or was stopped.
   */
  readonly outcome: Promise<DocumentCheck>;
  stop(): void;
}

/** Starts checking a document. Does not change the caller's bytes. */
export function checkInProcess(bytes: Uint8Array, limits: ProcessLimits = checkingLimits): RunningCheck {
  const checking = startProcess({ module: 'documents/document-worker', heap: 96 }, limits);
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

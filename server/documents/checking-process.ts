/**
 * Has one document checked by a process of its own, which ends with it: what a document breaks or takes over, no other
 * document and no part of the server shares (X20).
 */
import { JobFailed, type ProcessLimits, startProcess } from '../processes/bounded-process.ts';
import type { DocumentCheck } from './check-document.ts';
import { readCheck } from './written-check.ts';

/**
 * What one document may take (X20). The memory stays below 512 MB by what the process may take between two looks at it;
 * a 48-megapixel photo takes 330 MB. The clock leaves time for a machine that is busy with other things.
 */
export const checkingLimits: ProcessLimits = {
  processorMillis: 5_900,
  memory: 440 * 1_048_576,
  wallMillis: 20_000,
};

export interface RunningCheck {
  /**
   * `unreadable` where the document took too long or too much, or broke the process. Rejects where no process could be
   * started, or it was stopped: then the document was not checked. Settles once the process has ended.
   */
  readonly outcome: Promise<DocumentCheck>;
  stop(): void;
}

/** Leaves the caller's bytes as they are. */
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

/** Has uploaded documents checked, each in a process of its own, in a fair order (D48, D61, X20). */
import { ApiError } from '../errors.ts';
import type { ProcessLimits } from '../processes/bounded-process.ts';
import type { DocumentCheck } from './check-document.ts';
import { checkInProcess, checkingLimits, type RunningCheck } from './checking-process.ts';
import { nextInTurn, type Sender } from './next-in-turn.ts';

export interface DocumentChecker {
  /**
   * Leaves the caller's bytes as they are. Throws `unavailable` where too many bytes wait already, the document has
   * waited for too long, or the checker was closed: then the document itself was not checked.
   */
  check(bytes: Uint8Array, sender: Sender): Promise<DocumentCheck>;
  /** Ends the processes; documents under way and waiting are `unavailable`. */
  close(): Promise<void>;
}

export interface DocumentCheckerOptions extends Partial<ProcessLimits> {
  /** Documents that are checked at the same time. With one alone, one sender can keep the others waiting. */
  readonly checkers?: number;
  /** Bytes of documents that may wait in memory beside those being checked; of one address, half of them. */
  readonly waitingBytes?: number;
  /** Milliseconds that a document may wait; one that has waited longer is rejected when its turn comes. */
  readonly patience?: number;
}

interface Job extends Sender {
  readonly bytes: Uint8Array;
  readonly waitingSince: number;
  readonly resolve: (check: DocumentCheck) => void;
  readonly fail: (apiError: ApiError) => void;
}

/** Whole seconds after which a document may be sent again. */
const retryAfter = 10;

const mebibyte = 1024 * 1024;

/** No process is started before there is a document. */
export function startDocumentChecker(options: DocumentCheckerOptions = {}): DocumentChecker {
  const { checkers = 2, waitingBytes = 160 * mebibyte, patience = 15_000 } = options;
  const limits = { ...checkingLimits, ...options };
  const waiting: Job[] = [];
  const running = new Map<Job, RunningCheck>();
  const lastTurns = new Map<string, number>();
  let turns = 0;
  let closed = false;

  function startNext(): void {
    refuseImpatient();
    while (running.size < checkers) {
      const index = nextInTurn(waiting, [...running.keys()], checkers, lastTurns);
      const [job] = index < 0 ? [] : waiting.splice(index, 1);
      if (!job) return;
      start(job);
    }
  }

  function start(job: Job): void {
    turns += 1;
    lastTurns.set(job.address, turns).set(job.session, turns);
    const check = checkInProcess(job.bytes, limits);
    running.set(job, check);
    check.outcome
      .then(job.resolve, () => job.fail(unavailable()))
      .finally(() => {
        running.delete(job);
        forgetTurns();
        startNext();
      });
  }

  /** Those who have nothing here any more begin anew with their next document. */
  function forgetTurns(): void {
    const here = [...waiting, ...running.keys()].flatMap(({ session, address }) => [session, address]);
    for (const sender of lastTurns.keys()) if (!here.includes(sender)) lastTurns.delete(sender);
  }

  function refuseImpatient(): void {
    const now = performance.now();
    const late = waiting.filter(({ waitingSince }) => now - waitingSince >= patience);
    for (const job of late) {
      waiting.splice(waiting.indexOf(job), 1);
      job.fail(unavailable());
    }
  }

  function mayWait(bytes: Uint8Array, { address }: Sender): boolean {
    const taken = (jobs: readonly Job[]) => jobs.reduce((sum, job) => sum + job.bytes.length, bytes.length);
    const ofAddress = waiting.filter((job) => job.address === address);
    return taken(waiting) <= waitingBytes && taken(ofAddress) <= waitingBytes / 2;
  }

  return {
    check(bytes, sender) {
      if (closed || !mayWait(bytes, sender)) return Promise.reject(unavailable());
      return new Promise((resolve, fail) => {
        waiting.push({ ...sender, bytes, waitingSince: performance.now(), resolve, fail });
        startNext();
      });
    },
    async close() {
      closed = true;
      for (const job of waiting.splice(0)) job.fail(unavailable());
      const checks = [...running.values()];
      for (const check of checks) check.stop();
      await Promise.allSettled(checks.map(({ outcome }) => outcome));
    },
  };
}

function unavailable(): ApiError {
  return new ApiError('unavailable', 'Documents cannot be checked just now.', { retryAfter });
}

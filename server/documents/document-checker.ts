/** Checks uploaded documents in an order that is fair to all senders. Each check runs in its own process (D48, D61, X20). */
import { ApiError } from '../errors.ts';
import type { ProcessLimits } from '../processes/bounded-process.ts';
import type { DocumentCheck } from './check-document.ts';
import { checkInProcess, type RunningCheck } from './checking-process.ts';
import { nextInTurn, type Sender } from './next-in-turn.ts';

export type DocumentChecker = ReturnType<typeof startDocumentChecker>;

export interface DocumentCheckerOptions extends Partial<ProcessLimits> {
  /** Number of documents that are checked in parallel. If it is 1, a single sender can make all other senders wait. */
  readonly checkers?: number;
  /** Maximum total bytes of all waiting documents. The waiting documents of one IP address may have at most half of it. */
  readonly waitingBytes?: number;
  /** Maximum time in milliseconds that a document waits for its check to start. */
  readonly longestWaitMillis?: number;
}

interface Job extends Sender {
  readonly bytes: Uint8Array;
  readonly waitingSince: number;
  readonly resolve: (check: DocumentCheck) => void;
  readonly fail: (apiError: ApiError) => void;
}

/** The Retry-After value in seconds for a document that could not be checked. */
const retryAfter = 10;

const mebibyte = 1024 * 1024;

/** Returns a document checker, which starts a process for each document. */
export function startDocumentChecker(options: DocumentCheckerOptions = {}) {
  const { checkers = 2, waitingBytes = 160 * mebibyte, longestWaitMillis = 15_000 } = options;
  const waiting: Job[] = [];
  const running = new Map<Job, RunningCheck>();
  const lastTurns = new Map<string, number>();
  let turns = 0;
  let closed = false;

  function startNext(): void {
    rejectOverdue();
    while (running.size < checkers) {
      const job = nextInTurn(waiting, [...running.keys()], checkers, lastTurns);
      if (!job) return;
      waiting.splice(waiting.indexOf(job), 1);
      start(job);
    }
  }

  function start(job: Job): void {
    turns += 1;
    lastTurns.set(job.address, turns).set(job.session, turns);
    const check = checkInProcess(job.bytes, options);
    running.set(job, check);
    check.outcome
      .then(job.resolve, () => job.fail(unavailable()))
      .finally(() => {
        running.delete(job);
        dropIdleSenders();
        startNext();
      });
  }

  /** Removes from `lastTurns` the sessions and IP addresses that have no document waiting or being checked. */
  function dropIdleSenders(): void {
    const active = [...waiting, ...running.keys()].flatMap(({ session, address }) => [session, address]);
    for (const sender of lastTurns.keys()) if (!active.includes(sender)) lastTurns.delete(sender);
  }

  function rejectOverdue(): void {
    const now = performance.now();
    // The documents that have waited the longest are at the start of the list.
    while (waiting[0] && now - waiting[0].waitingSince >= longestWaitMillis)
      waiting.shift()?.fail(unavailable());
  }

  function mayWait(bytes: Uint8Array, { address }: Sender): boolean {
    const bytesWith = (jobs: readonly Job[]) =>
      jobs.reduce((sum, job) => sum + job.bytes.length, bytes.length);
    const ofAddress = waiting.filter((job) => job.address === address);
    return bytesWith(waiting) <= waitingBytes && bytesWith(ofAddress) <= waitingBytes / 2;
  }

  return {
    /**
     * Checks a document in its own process. Rejects with `unavailable` if the checker was closed, too many bytes are waiting, or
     * the check waits too long, can't be started or is stopped.
     */
    check(bytes: Uint8Array, sender: Sender): Promise<DocumentCheck> {
      if (closed || !mayWait(bytes, sender)) return Promise.reject(unavailable());
      return new Promise((resolve, fail) => {
        waiting.push({ ...sender, bytes, waitingSince: performance.now(), resolve, fail });
        startNext();
      });
    },
    /** Stops the checker's processes. All running and waiting checks fail with `unavailable`. */
    async close(): Promise<void> {
      closed = true;
      for (const job of waiting.splice(0)) job.fail(unavailable());
      const checks = [...running.values()];
      for (const check of checks) check.stop();
      await Promise.allSettled(checks.map(({ outcome }) => outcome));
    },
  };
}

function unavailable(): ApiError {
  return new ApiError('unavailable', 'Documents cannot be checked at the moment.', { retryAfter });
}

/** Checks uploaded papers beside the request path: one thread, one paper at a time, each within a time limit (D48). */
import { Worker } from 'node:worker_threads';
import type { DocumentCheck } from './document-refusal.ts';

/** As checked, or `busy`: too many papers wait already, or the checker is closed. Nothing is said of the paper then. */
export type CheckOutcome = DocumentCheck | { readonly ok: false; readonly reason: 'busy' };

export interface DocumentChecker {
  /** Never rejects. The caller's bytes stay as they are. */
  check(bytes: Uint8Array): Promise<CheckOutcome>;
  /** Ends the thread; papers under way and waiting are answered `busy`. */
  close(): Promise<void>;
}

export interface DocumentCheckerLimits {
  /** Milliseconds for one paper, the start of the thread included. Ordinary ones take well under a second. */
  readonly timeLimit?: number;
  /** Papers that may wait, each up to 10 MiB in memory, beside the one being checked. */
  readonly waitingLimit?: number;
  /** Megabytes of JavaScript objects in the thread. */
  readonly memoryLimit?: number;
}

interface Job {
  readonly bytes: Uint8Array;
  readonly answer: (outcome: CheckOutcome) => void;
}

/**
 * Nothing is started before the first paper. A paper that takes longer than the time limit, or that brings the thread
 * down, is refused as `unreadable`; the thread is ended, and the next paper gets a new one.
 */
export function startDocumentChecker(limits: DocumentCheckerLimits = {}): DocumentChecker {
  const { timeLimit = 20_000, waitingLimit = 16, memoryLimit = 512 } = limits;
  const waiting: Job[] = [];
  let current: { readonly job: Job; readonly timer: NodeJS.Timeout } | undefined;
  let thread: Worker | undefined;
  let closed = false;

  function startThread(): Worker {
    const started = new Worker(new URL('./document-worker.ts', import.meta.url), {
      resourceLimits: { maxOldGenerationSizeMb: memoryLimit },
    });
    // A thread that was given up may still speak: only the present one is listened to.
    const lose = () => started === thread && giveUp();
    started.on('message', (check: DocumentCheck) => started === thread && finish(check));
    started.on('error', lose);
    started.on('exit', lose);
    started.unref();
    return started;
  }

  function giveUp(): void {
    void thread?.terminate();
    thread = undefined;
    if (current) finish({ ok: false, reason: 'unreadable' });
  }

  function finish(outcome: CheckOutcome): void {
    clearTimeout(current?.timer);
    current?.job.answer(outcome);
    current = undefined;
    startNext();
  }

  function startNext(): void {
    const job = current ? undefined : waiting.shift();
    if (!job) return;
    current = { job, timer: setTimeout(giveUp, timeLimit) };
    thread ??= startThread();
    const copy = Uint8Array.from(job.bytes);
    thread.postMessage(copy, [copy.buffer]);
  }

  return {
    check(bytes) {
      if (closed || waiting.length >= waitingLimit) return Promise.resolve({ ok: false, reason: 'busy' });
      return new Promise((answer) => {
        waiting.push({ bytes, answer });
        startNext();
      });
    },
    async close() {
      closed = true;
      const ended = thread?.terminate();
      thread = undefined;
      for (const job of waiting.splice(0)) job.answer({ ok: false, reason: 'busy' });
      if (current) finish({ ok: false, reason: 'busy' });
      await ended;
    },
  };
}

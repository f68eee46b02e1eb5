/** Checks uploaded papers beside the request path: one thread, one paper at a time, each within a time limit (D48). */
import { Worker } from 'node:worker_threads';
import { Refusal } from '../problem.ts';
import type { DocumentCheck } from './document-check.ts';

export interface DocumentChecker {
  /**
   * Leaves the caller's bytes as they are. Throws `unavailable` when too many papers wait already or the checker was
   * closed: then nothing is said of the paper.
   */
  check(bytes: Uint8Array): Promise<DocumentCheck>;
  /** Ends the thread; papers under way and waiting are `unavailable`. */
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
  readonly answer: (check: DocumentCheck) => void;
  readonly fail: (refusal: Refusal) => void;
}

/** Whole seconds after which a paper may be sent again. */
const RETRY_AFTER = 10;

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
    finish({ ok: false, reason: 'unreadable' });
  }

  function finish(check: DocumentCheck): void {
    endCurrent()?.answer(check);
    startNext();
  }

  function endCurrent(): Job | undefined {
    const job = current?.job;
    clearTimeout(current?.timer);
    current = undefined;
    return job;
  }

  function startNext(): void {
    const job = current ? undefined : waiting.shift();
    if (!job) return;
    current = { job, timer: setTimeout(giveUp, timeLimit) };
    thread ??= startThread();
    const copy = new Uint8Array(job.bytes);
    thread.postMessage(copy, [copy.buffer]);
  }

  return {
    check(bytes) {
      if (closed || waiting.length >= waitingLimit) return Promise.reject(unavailable());
      return new Promise((answer, fail) => {
        waiting.push({ bytes, answer, fail });
        startNext();
      });
    },
    async close() {
      closed = true;
      const ended = thread?.terminate();
      thread = undefined;
      for (const job of waiting.splice(0)) job.fail(unavailable());
      endCurrent()?.fail(unavailable());
      await ended;
    },
  };
}

function unavailable(): Refusal {
  return new Refusal('unavailable', 'Papers cannot be checked just now.', { retryAfter: RETRY_AFTER });
}

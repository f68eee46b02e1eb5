/** Checks uploaded documents in a thread of their own, one at a time, each within a time limit (D48). */
import { Worker } from 'node:worker_threads';
import { threadFile } from '../config/project-files.ts';
import { ApiError } from '../http/errors.ts';
import type { DocumentCheck } from './check-document.ts';

export interface DocumentChecker {
  /**
   * Leaves the caller's bytes as they are. Throws `unavailable` where too many bytes wait already, the document has
   * waited for too long, or the checker was closed: then the document itself was not checked.
   */
  check(bytes: Uint8Array): Promise<DocumentCheck>;
  /** Ends the thread; documents under way and waiting are `unavailable`. */
  close(): Promise<void>;
}

export interface DocumentCheckerLimits {
  /** Milliseconds for one document, the start of the thread included. Ordinary ones take well under a second. */
  readonly timeLimit?: number;
  /** Bytes of documents that may wait in memory beside the one being checked. */
  readonly waitingBytes?: number;
  /** Milliseconds that a document may wait; one that has waited longer is rejected when its turn comes. */
  readonly patience?: number;
  /** Megabytes of JavaScript objects in the thread. */
  readonly memoryLimit?: number;
}

interface Job {
  readonly bytes: Uint8Array;
  readonly waitingSince: number;
  readonly resolve: (check: DocumentCheck) => void;
  readonly fail: (apiError: ApiError) => void;
}

/** Whole seconds after which a document may be sent again. */
const RETRY_AFTER = 10;

const MEBIBYTE = 1024 * 1024;

/**
 * Nothing is started before the first document. A document that takes longer than the time limit, or that crashes the
 * thread, is refused as `unreadable`; the thread is ended, and the next document gets a new one.
 */
export function startDocumentChecker(limits: DocumentCheckerLimits = {}): DocumentChecker {
  const { timeLimit = 20_000, waitingBytes = 160 * MEBIBYTE, patience = 15_000, memoryLimit = 512 } = limits;
  const waiting: Job[] = [];
  let current: { readonly job: Job; readonly timer: NodeJS.Timeout } | undefined;
  let thread: Worker | undefined;
  let closed = false;

  function startThread(): Worker {
    const started = new Worker(threadFile('documents/document-worker'), {
      resourceLimits: { maxOldGenerationSizeMb: memoryLimit },
    });
    // An abandoned thread may still send a message: only the current thread counts.
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
    endCurrent()?.resolve(check);
    startNext();
  }

  function endCurrent(): Job | undefined {
    const job = current?.job;
    clearTimeout(current?.timer);
    current = undefined;
    return job;
  }

  /** Takes the next document that has not waited for too long; the first in the queue has waited longest. */
  function nextJob(): Job | undefined {
    for (let job = waiting.shift(); job; job = waiting.shift()) {
      if (performance.now() - job.waitingSince < patience) return job;
      job.fail(unavailable());
    }
    return undefined;
  }

  function startNext(): void {
    const job = current ? undefined : nextJob();
    if (!job) return;
    current = { job, timer: setTimeout(giveUp, timeLimit) };
    thread ??= startThread();
    const copy = new Uint8Array(job.bytes);
    thread.postMessage(copy, [copy.buffer]);
  }

  return {
    check(bytes) {
      const taken = waiting.reduce((sum, job) => sum + job.bytes.length, 0);
      if (closed || taken + bytes.length > waitingBytes) return Promise.reject(unavailable());
      return new Promise((resolve, fail) => {
        waiting.push({ bytes, waitingSince: performance.now(), resolve, fail });
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

function unavailable(): ApiError {
  return new ApiError('unavailable', 'Documents cannot be checked just now.', { retryAfter: RETRY_AFTER });
}

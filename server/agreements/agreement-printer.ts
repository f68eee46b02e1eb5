/** Makes the PDFs and page pictures of agreements in a thread of their own, each file once (D30, D48). */
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { AgreementKey } from '../../form/state/application-state.ts';
import { entryFile } from '../config/project-files.ts';
import type { Printed } from '../pdf/letter-document.ts';
import { agreementValues, type Program } from '../programs/programs.ts';
import type { Agreement, AgreementValues } from './agreement-text.ts';
import type { PageFormat } from './page-images.ts';
import type { PageJob, PdfJob, PrintResults } from './print-worker.ts';

/** A text without anything of an applicant, in today's or an older version. */
export interface PrintableText {
  readonly domainKey: string;
  readonly agreement: string;
  /** Of its HTML; names the text. */
  readonly sha256: string;
  readonly text: Agreement;
  readonly values: AgreementValues;
}

/** Today's version of an agreement of a program. */
export function printable(program: Program, agreement: AgreementKey): PrintableText {
  const { title, version, body, sha256 } = program.agreements[agreement];
  const { domainKey } = program;
  return { domainKey, agreement, sha256, text: { title, version, body }, values: agreementValues(program) };
}

export interface AgreementPrinter {
  /** The PDF of the text that is the same for everyone. Rejects with the reason where it cannot be made. */
  pdf(text: PrintableText): Promise<Printed>;
  /** The picture of a page, counted from 1; undefined where the PDF has no such page. Rejects as `pdf` does. */
  page(text: PrintableText, page: number, format: PageFormat): Promise<Uint8Array | undefined>;
  /** Ends the thread; what is under way or waits is rejected. */
  close(): Promise<void>;
}

/** How long a failure is kept, in milliseconds, so that a text that cannot be printed costs little. */
const failureMillis = 60_000;

/**
 * Nothing is started before the first job. What was made is kept in memory: with the shipped texts, some 20 KB for a
 * PDF and 70 KB for a picture. A job that fails, or takes longer than `timeLimit` milliseconds, ends the thread; the
 * next job gets a new one.
 */
export function startAgreementPrinter({ timeLimit = 20_000 } = {}): AgreementPrinter {
  const kept = new Map<string, Promise<unknown>>();
  const closing = new AbortController();
  let thread: Worker | undefined;
  let last: Promise<unknown> = Promise.resolve();

  function startThread(): Worker {
    const started = new Worker(entryFile('agreements/print-worker'));
    const forget = () => {
      if (thread === started) thread = undefined;
    };
    started.on('error', forget);
    started.on('exit', forget);
    started.unref();
    return started;
  }

  async function inThread(job: PdfJob | PageJob): Promise<unknown> {
    closing.signal.throwIfAborted();
    thread ??= startThread();
    const asked = thread;
    const signal = AbortSignal.any([closing.signal, AbortSignal.timeout(timeLimit)]);
    asked.postMessage(job);
    try {
      const [answer] = await once(asked, 'message', { signal });
      return answer;
    } catch (error) {
      if (thread === asked) thread = undefined;
      await asked.terminate();
      throw error;
    }
  }

  /** Runs one job after another, whether or not the one before failed. */
  function inTurn(job: PdfJob | PageJob): Promise<unknown> {
    const made = last.then(() => inThread(job));
    last = made.catch(() => {});
    return made;
  }

  /** The file of this name: already made, being made, or begun now. */
  function keep<Made>(name: string, make: () => Promise<unknown>): Promise<Made> {
    const made = kept.get(name) ?? make();
    if (!kept.has(name)) {
      kept.set(name, made);
      made.catch(() => setTimeout(() => kept.delete(name), failureMillis).unref());
    }
    return made as Promise<Made>;
  }

  const nameOf = ({ domainKey, agreement, sha256 }: PrintableText) => `${domainKey}/${agreement}/${sha256}`;

  function pdf(text: PrintableText): Promise<Printed> {
    const job: PdfJob = { make: 'pdf', agreement: text.text, values: text.values };
    return keep<PrintResults['pdf']>(nameOf(text), () => inTurn(job));
  }

  return {
    pdf,
    async page(text, page, format) {
      const { bytes, pages } = await pdf(text);
      if (!Number.isInteger(page) || page < 1 || page > pages) return undefined;
      const job: PageJob = { make: 'page', pdf: bytes, page, format };
      return keep<PrintResults['page']>(`${nameOf(text)}/${page}.${format}`, () => inTurn(job));
    },
    async close() {
      closing.abort(new Error('the printer of agreements was closed'));
      await last;
      await thread?.terminate();
    },
  };
}

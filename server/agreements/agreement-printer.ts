/** Makes the PDFs and page pictures of agreements in a process of their own, each file once (D30, D48). */
import type { AgreementKey } from '../../form/fields/application-state.ts';
import type { Printed } from '../pdf/letter-document.ts';
import type { ProcessLimits } from '../processes/bounded-process.ts';
import { startJobQueue } from '../processes/job-queue.ts';
import { noBytes } from '../processes/messages.ts';
import type { Agreement, AgreementValues } from '../programs/agreement-text.ts';
import { agreementValues, type Program } from '../programs/programs.ts';
import type { PageFormat } from './page-images.ts';
import type { PrintAnswer, PrintJob } from './print-worker.ts';

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
  /** Ends the process; what is under way or waits is rejected. */
  close(): Promise<void>;
}

/** How long a failure is kept, in milliseconds, so that a text that cannot be printed costs little. */
const failureMillis = 60_000;

/** The most that a PDF or a page may take. A page of a sample text takes half a second of the processor, and 200 MB. */
const printingLimits: ProcessLimits = {
  processorMillis: 15_000,
  memory: 800 * 1_048_576,
  wallMillis: 20_000,
};

/**
 * Nothing is started before the first job. What was made is kept in memory: with the shipped texts, some 20 KB for a
 * PDF and 70 KB for a picture. A job that fails, or goes beyond its limits, ends the process; the next job gets a new
 * one.
 */
export function startAgreementPrinter(limits: Partial<ProcessLimits> = {}): AgreementPrinter {
  const kept = new Map<string, Promise<unknown>>();
  const queue = startJobQueue(
    { module: 'agreements/print-worker', heap: 256 },
    { ...printingLimits, ...limits },
  );

  async function print(job: PrintJob, bytes: Uint8Array): Promise<{ bytes: Uint8Array } & PrintAnswer> {
    const answer = await queue.run({ head: job, bytes });
    return { ...(answer.head as PrintAnswer), bytes: answer.bytes };
  }

  /** The file of this name: already made, being made, or begun now. */
  function keep<Made>(name: string, make: () => Promise<Made>): Promise<Made> {
    const made = kept.get(name) ?? make();
    if (!kept.has(name)) {
      kept.set(name, made);
      made.catch(() => setTimeout(() => kept.delete(name), failureMillis).unref());
    }
    return made as Promise<Made>;
  }

  const nameOf = ({ domainKey, agreement, sha256 }: PrintableText) => `${domainKey}/${agreement}/${sha256}`;

  function pdf(text: PrintableText): Promise<Printed> {
    const job: PrintJob = { make: 'pdf', agreement: text.text, values: text.values };
    return keep(nameOf(text), async () => {
      const { bytes, pages = 0 } = await print(job, noBytes);
      return { bytes, pages };
    });
  }

  return {
    pdf,
    async page(text, page, format) {
      const { bytes, pages } = await pdf(text);
      if (!Number.isInteger(page) || page < 1 || page > pages) return undefined;
      const job: PrintJob = { make: 'page', page, format };
      return keep(`${nameOf(text)}/${page}.${format}`, async () => (await print(job, bytes)).bytes);
    },
    close: queue.close,
  };
}

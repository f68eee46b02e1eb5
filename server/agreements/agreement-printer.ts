/** Makes PDFs and page images of agreements, and card pictures for emails, in a separate process. Caches them (D30, D48). */
import type { AgreementKey } from '../../form/fields/application-state.ts';
import type { Printed } from '../pdf/letter-document.ts';
import type { ProcessLimits } from '../processes/bounded-process.ts';
import { startJobQueue } from '../processes/job-queue.ts';
import { noBytes } from '../processes/messages.ts';
import type { Agreement, AgreementValues } from '../programs/agreement-text.ts';
import { mailedCardSvg } from '../programs/card-face.ts';
import { agreementValues, type Program } from '../programs/programs.ts';
import type { PageFormat } from './page-images.ts';
import type { PrintJob } from './print-worker.ts';

/** The current or an older version of an agreement's text. It contains no applicant's data. */
export interface PrintableText {
  readonly domainKey: string;
  readonly agreement: string;
  /** The hash of the text's HTML. This hash identifies the text. */
  readonly sha256: string;
  readonly text: Agreement;
  readonly values: AgreementValues;
}

/** Returns the current version of a program's agreement. */
export function printable(program: Program, agreement: AgreementKey): PrintableText {
  const { title, version, body, sha256 } = program.agreements[agreement];
  const { domainKey } = program;
  return { domainKey, agreement, sha256, text: { title, version, body }, values: agreementValues(program) };
}

/** Layout edition in the URLs of PDFs and page images, which browsers cache for a year. Add 1 if words move to other pages. */
export const layoutEdition = 5;

/** Returns the name of a text's PDF, such as toro-terms-2026-11-23. The footers of its pages contain this name. */
export function referenceOf({ domainKey, agreement, text }: PrintableText): string {
  return `${domainKey}-${agreement}-${text.version}`;
}

export type AgreementPrinter = ReturnType<typeof startAgreementPrinter>;

const failureMillis = 60_000;

/** The limits for making a PDF or a page image. A page of a sample text takes 0.5 s of processor time and 200 MB. */
const printingLimits: ProcessLimits = {
  processorMillis: 15_000,
  memory: 800 * 1_048_576,
  wallMillis: 20_000,
};

type Cache = Map<string, Promise<unknown>>;

/** The pictures of cards, keyed by their SVG. All printers in this process share them. */
const cards: Cache = new Map();

/** Returns the file with this name from a cache. If it isn't cached, makes it. Caches a failure for `failureMillis`. */
function cachedIn<Made>(cache: Cache, name: string, make: () => Promise<Made>): Promise<Made> {
  const made = cache.get(name) ?? make();
  if (!cache.has(name)) {
    cache.set(name, made);
    made.catch(() => setTimeout(() => cache.delete(name), failureMillis).unref());
  }
  return made as Promise<Made>;
}

/** Returns a printer. If its process isn't running, the next job starts the process. The printed files stay in memory. */
export function startAgreementPrinter(limits: Partial<ProcessLimits> = {}) {
  const files: Cache = new Map();
  const worker = { module: 'agreements/print-worker', heap: 256 };
  const queue = startJobQueue(worker, { ...printingLimits, ...limits });
  const run = (job: PrintJob, bytes: Uint8Array) => queue.run({ head: job, bytes });
  const nameOf = ({ domainKey, agreement, sha256 }: PrintableText) => `${domainKey}/${agreement}/${sha256}`;

  /** Returns the PDF of a text. All applicants get the same PDF. Rejects with the reason if the PDF cannot be made. */
  function pdf(text: PrintableText): Promise<Printed> {
    const { text: agreement, values } = text;
    const job: PrintJob = { make: 'pdf', agreement, values, reference: referenceOf(text) };
    return cachedIn(files, nameOf(text), async () => {
      const { head, bytes } = await run(job, noBytes);
      return { bytes, pages: head as number };
    });
  }

  return {
    pdf,
    /** Returns the image of a page, numbered from 1, or undefined for a missing page. Rejects if the PDF cannot be made. */
    async page(text: PrintableText, page: number, format: PageFormat) {
      const { bytes, pages } = await pdf(text);
      if (!Number.isInteger(page) || page < 1 || page > pages) return undefined;
      const name = `${nameOf(text)}/${page}.${format}`;
      return cachedIn(files, name, async () => (await run({ make: 'page', page, format }, bytes)).bytes);
    },
    /** Returns the PNG of a program's card for emails. Rejects with the reason if the card cannot be drawn. */
    card(program: Pick<Program, 'motif' | 'theme'>) {
      const svg = mailedCardSvg(program);
      return cachedIn(cards, svg, async () => (await run({ make: 'card' }, Buffer.from(svg))).bytes);
    },
    /** Ends the process. Rejects the running job, all waiting jobs and all later jobs. */
    close: queue.close,
  };
}

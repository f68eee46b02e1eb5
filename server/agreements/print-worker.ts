/** The thread in which agreements are printed (D48): one job at a time. A job that fails ends the thread with its error. */
import { parentPort } from 'node:worker_threads';
import type { Printed } from '../pdf/letter-document.ts';
import { agreementPdf } from './agreement-pdf.ts';
import type { Agreement, AgreementValues } from './agreement-text.ts';
import type { PageFormat } from './page-images.ts';
import { pageImage } from './page-images.ts';

export interface PdfJob {
  readonly make: 'pdf';
  readonly agreement: Agreement;
  readonly values: AgreementValues;
}

export interface PageJob {
  readonly make: 'page';
  readonly pdf: Uint8Array;
  /** Counted from 1. */
  readonly page: number;
  readonly format: PageFormat;
}

/** What each job gives. */
export interface PrintResults {
  readonly pdf: Printed;
  readonly page: Uint8Array;
}

parentPort?.on('message', async (job: PdfJob | PageJob) => {
  const result =
    job.make === 'pdf'
      ? await agreementPdf(job.agreement, job.values)
      : await pageImage(job.pdf, job.page, job.format);
  parentPort?.postMessage(result);
});

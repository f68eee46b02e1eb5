/** The thread in which agreements are printed (D48): one job at a time. A job that fails ends the thread with its error. */
import { parentPort } from 'node:worker_threads';
import { agreementPdf } from './agreement-pdf.ts';
import { pageImage } from './page-images.ts';
import type { PageJob, PdfJob } from './print-job.ts';

parentPort?.on('message', async (job: PdfJob | PageJob) => {
  const answer =
    job.make === 'pdf'
      ? await agreementPdf(job.agreement, job.values)
      : await pageImage(job.pdf, job.page, job.format);
  parentPort?.postMessage(answer);
});

/** Makes PDFs and page images of agreements, and pictures of cards, in a process that `agreement-printer.ts` starts (D48). */
import sharp from 'sharp';
import { answerJobs } from '../processes/answer-jobs.ts';
import type { Message } from '../processes/messages.ts';
import type { Agreement, AgreementValues } from '../programs/agreement-text.ts';
import { agreementPdf } from './agreement-pdf.ts';
import { type PageFormat, pageImage } from './page-images.ts';

/** The `head` of the message for a print job. The message's `bytes` depend on the kind of job. */
export type PrintJob =
  | { readonly make: 'pdf'; agreement: Agreement; values: AgreementValues; reference: string }
  /** The message's `bytes` are the PDF. Page numbers start at 1. */
  | { readonly make: 'page'; readonly page: number; readonly format: PageFormat }
  /** The message's `bytes` are the card as SVG. */
  | { readonly make: 'card' };

/** Runs a print job. Returns a message whose `bytes` are the image or the PDF. For a PDF, `head` is the number of pages. */
async function print({ head, bytes }: Message): Promise<Message> {
  const job = head as PrintJob;
  if (job.make === 'page') return { head: null, bytes: await pageImage(bytes, job.page, job.format) };
  if (job.make === 'card')
    return { head: null, bytes: await sharp(bytes).png({ palette: true, compressionLevel: 9 }).toBuffer() };
  const { pages, bytes: pdf } = await agreementPdf(job.agreement, job.values, job.reference);
  return { head: pages, bytes: pdf };
}

await answerJobs(print);

/** What the printing thread is asked for, and what it answers. */
import type { Printed } from '../pdf/letter-document.ts';
import type { Agreement, AgreementValues } from './agreement-text.ts';
import type { PageFormat } from './page-images.ts';

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

/** The answer to each job; where it fails, the thread ends with the error. */
export interface PrintAnswers {
  readonly pdf: Printed;
  readonly page: Uint8Array;
}

/**
 * What prints agreements and checks documents, for all servers of a test process: the thread of the printer takes half a
 * second of the processor to start, and what was printed is kept. None is started before it has something to do.
 */
import { startAgreementPrinter } from '../../server/agreements/agreement-printer.ts';
import { startDocumentChecker } from '../../server/documents/document-checker.ts';

export const threads = {
  agreementPrinter: startAgreementPrinter(),
  documentChecker: startDocumentChecker(),
};

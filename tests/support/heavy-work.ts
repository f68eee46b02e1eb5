/**
 * The printer of agreements and the checker of documents, for all servers of a test process: the printer's process takes half
 * a second of the processor to start, and what was printed is kept. Neither starts a process before its first job.
 */
import { startAgreementPrinter } from '../../server/agreements/agreement-printer.ts';
import { startDocumentChecker } from '../../server/documents/document-checker.ts';

export const heavyWork = {
  agreementPrinter: startAgreementPrinter(),
  documentChecker: startDocumentChecker(),
};

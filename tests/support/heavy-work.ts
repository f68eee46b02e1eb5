/**
 * Shares one agreement printer and one document checker among all servers of a test process. Starting the printer's process takes
 * half a second of CPU time, and the printer caches its output. Neither starts a process before its first job.
 */
import { startAgreementPrinter } from '../../server/agreements/agreement-printer.ts';
import { startDocumentChecker } from '../../server/documents/document-checker.ts';

export const heavyWork = {
  agreementPrinter: startAgreementPrinter(),
  documentChecker: startDocumentChecker(),
};

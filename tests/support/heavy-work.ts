/**
 * The agreement printer and the document checker for all servers of a test process: the printer's process takes half a second of
 * processor time to start, and it caches what it printed. Neither starts a process before its first job.
 */
import { startAgreementPrinter } from '../../server/agreements/agreement-printer.ts';
import { startDocumentChecker } from '../../server/documents/document-checker.ts';

export const heavyWork = {
  agreementPrinter: startAgreementPrinter(),
  documentChecker: startDocumentChecker(),
};

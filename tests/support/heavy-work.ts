/**
 * Shares one agreement printer and one document checker among all servers of a test process. Starting the printer's process takes
 * half a second of CPU time, and the printer caches its output. No process starts before its first job.
 */
import { startAgreementPrinter } from '../../server/agreements/agreement-printer.ts';
import { startDocumentChecker } from '../../server/documents/document-checker.ts';
import { outlivingFile } from './left-behind.ts';

/** Lets jobs outlive the test file that started them: a job may still be queued after the browser has closed the page. */
function outliving<Work extends object>(work: Work): Work {
  const calls = Object.entries(work).map(([name, call]) => [
    name,
    (...args: unknown[]) => outlivingFile(() => call(...args)),
  ]);
  return Object.fromEntries(calls) as Work;
}

export const heavyWork = {
  agreementPrinter: outliving(startAgreementPrinter()),
  documentChecker: outliving(startDocumentChecker()),
};

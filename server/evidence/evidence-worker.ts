/** Prints evidence packages in a process that `print-evidence.ts` starts (D48). */
import { answerJobs } from '../processes/answer-jobs.ts';
import type { EvidencePackage } from './evidence-package.ts';
import { evidencePdf } from './evidence-pdf.ts';

await answerJobs(async ({ head }) => ({ head: null, bytes: await evidencePdf(head as EvidencePackage) }));

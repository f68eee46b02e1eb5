/** Checks a document in a process that `checking-process.ts` starts (D48, D61). */
import sharp from 'sharp';
import { answerJobs } from '../processes/answer-jobs.ts';
import { checkDocument } from './check-document.ts';
import { writtenCheck } from './written-check.ts';

// This process decodes only one picture at a time, so more threads or a cache would only waste memory.
sharp.concurrency(1);
sharp.cache(false);

await answerJobs(async ({ bytes }) => writtenCheck(await checkDocument(bytes)));

/** The process that `backup.ts` starts to write a backup's archive (D48). */
import { answerJobs } from '../../processes/answer-jobs.ts';
import { noBytes } from '../../processes/messages.ts';
import { writeArchive } from './backup-archive.ts';

await answerJobs(async ({ head }) => ({
  head: await writeArchive(...(head as Parameters<typeof writeArchive>)),
  bytes: noBytes,
}));

/** Writes a backup's archive in the process that `backup.ts` starts (D48). */
import { answerJobs } from '../../processes/answer-jobs.ts';
import { noBytes } from '../../processes/messages.ts';
import { writeArchive } from './backup-archive.ts';

/** The head of the job. */
export type ArchiveJob = Parameters<typeof writeArchive>;

/** The head of the answer. */
export type ArchiveAnswer = Awaited<ReturnType<typeof writeArchive>>;

await answerJobs(async ({ head }) => ({ head: await writeArchive(...(head as ArchiveJob)), bytes: noBytes }));

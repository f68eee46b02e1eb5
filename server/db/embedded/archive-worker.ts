/** The process that `backup.ts` starts to write a backup's archive (D48). */
import { answerJobs } from '../../processes/answer-jobs.ts';
import { noBytes } from '../../processes/messages.ts';
import { writeArchive } from './backup-archive.ts';

/** The arguments of the job: the parameters of `writeArchive`. */
export type ArchiveJob = Parameters<typeof writeArchive>;

/** The result of the job: the value that `writeArchive` resolves to. */
export type ArchiveAnswer = Awaited<ReturnType<typeof writeArchive>>;

await answerJobs(async ({ head }) => ({ head: await writeArchive(...(head as ArchiveJob)), bytes: noBytes }));

/** Writes a backup's archive in a thread of its own, so that the server goes on handling requests (D48). */
import { parentPort, workerData } from 'node:worker_threads';
import { writeArchive } from './backup-archive.ts';

/** What the thread is started with. */
export type ArchiveJob = Parameters<typeof writeArchive>;

parentPort?.postMessage(await writeArchive(...(workerData as ArchiveJob)));

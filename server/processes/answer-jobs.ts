/** Answers jobs inside a process that `bounded-process.ts` started. */
import { once } from 'node:events';
import { type Message, messagesIn, reportOf, written } from './messages.ts';

/** Answers the jobs on standard input one after another, until it ends. A job that throws is answered with its error. */
export async function answerJobs(work: (job: Message) => Promise<Message>): Promise<void> {
  // The server decides when a job ends: Ctrl+C in a terminal signals the whole process group, and would end a job halfway.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {});
  for await (const job of messagesIn(process.stdin)) {
    const answer = await work(job).catch(reportOf);
    for (const piece of written(answer))
      if (!process.stdout.write(piece)) await once(process.stdout, 'drain');
  }
}

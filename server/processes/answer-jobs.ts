/** Answers jobs inside a process that `bounded-process.ts` has started. */
import { once } from 'node:events';
import { type Message, messagesIn, reportOf, written } from './messages.ts';

/** Answers the jobs from standard input one after another until the input ends. If a job throws, its answer is the error. */
export async function answerJobs(work: (job: Message) => Promise<Message>): Promise<void> {
  // Ignore signals, such as SIGINT from Ctrl+C in a terminal, because only the server decides when a job ends.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {});
  for await (const job of messagesIn(process.stdin)) {
    const answer = await work(job).catch(reportOf);
    for (const piece of written(answer))
      if (!process.stdout.write(piece)) await once(process.stdout, 'drain');
  }
}

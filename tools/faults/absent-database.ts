/**
 * F5: PostgreSQL is paused, and later stopped, under load. The server must answer 503 quickly, and must recover when the database
 * returns.
 */
import { setTimeout as pause } from 'node:timers/promises';
import type { Figure } from '../../tests/support/figures.ts';
import { countOnly, mustBeZero, times } from '../../tests/support/figures.ts';
import type { ObservedCall } from '../../tests/support/http-client.ts';
import { type Installation, statusOf } from '../../tests/support/installation.ts';
import type { TestPostgres } from '../../tests/support/postgres.ts';
import { answerTimes, without200, withoutRetryAfter } from './answers.ts';
import { during, newCrowd } from './crowd.ts';
import type { Fault } from './fault.ts';

const crowdSize = 16;
const recoverWithinMillis = 5_000;

/** A way to make the database unavailable, and then available again. */
interface Absence {
  readonly name: string;
  begin(postgres: TestPostgres): Promise<void>;
  end(postgres: TestPostgres): Promise<void>;
}

const absences: readonly Absence[] = [
  { name: 'paused', begin: (postgres) => postgres.pause(), end: (postgres) => postgres.resume() },
  { name: 'stopped', begin: (postgres) => postgres.halt(), end: (postgres) => postgres.goOn() },
];

export const absentDatabase: Fault = {
  name: 'F5',
  about:
    'PostgreSQL is paused, and then stopped, for a while: calls get 503 quickly, the server stays live and recovers quickly, and no write is lost',
  stores: ['PostgreSQL'],
  run: async (installation, { outage }) => {
    const { server, postgres } = installation;
    if (!postgres) throw new Error('This fault needs PostgreSQL.');
    const cluster = postgres;
    const calls: ObservedCall[] = [];
    const crowd = newCrowd(installation, crowdSize, (call) => calls.push(call));
    await server.start();
    const figures: Figure[] = [];
    for (const absence of absences) {
      figures.push(...(await suffer(absence)));
      await crowd.look();
    }
    await server.stop();
    return [...figures, ...(await crowd.figures())];

    async function suffer({ name, begin, end }: Absence): Promise<Figure[]> {
      calls.length = 0;
      let [away, back, recovered] = [0, 0, 0];
      const live: (number | undefined)[] = [];
      await during(crowd, async () => {
        await pause(2_000);
        away = performance.now();
        await begin(cluster);
        const until = performance.now() + outage * 1_000;
        while (performance.now() < until) {
          live.push(await statusOf(`${server.origin}/health/live`));
          await pause(200);
        }
        back = performance.now();
        await end(cluster);
        recovered = await recovery(installation, back, calls);
      });
      const meanwhile = calls.filter(({ ended, begun }) => ended > away && begun < back);
      const refused = meanwhile.filter(({ status }) => status === 503);
      const unanswered = meanwhile.filter(({ status }) => status === undefined);
      return [
        countOnly(`${name}: calls with a 503`, refused.length),
        withoutRetryAfter(refused, `${name}: `),
        mustBeZero(`${name}: calls without a response`, unanswered.length),
        ...answerTimes(`${name}: response time of a call`, meanwhile, away, { isNoticed: true }),
        without200(`${name}: checks of /health/live`, live),
        times(`${name}: time until the service is available`, [recovered], recoverWithinMillis),
      ];
    }
  },
};

/** Waits until the server is ready and a call that needs the database succeeds. Returns the milliseconds that this took. */
async function recovery(
  { server }: Installation,
  from: number,
  calls: readonly ObservedCall[],
): Promise<number> {
  for (;;) {
    const ready = (await statusOf(`${server.origin}/health/ready`)) === 200;
    const answered = calls.find(({ begun, status = 0 }) => begun > from && status >= 200 && status <= 299);
    if (ready && answered) return Math.max(performance.now(), answered.ended) - from;
    await pause(20);
  }
}

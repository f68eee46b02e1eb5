/**
 * S1: changes of an application per second, through the server over HTTP, compared with the bare driver: the least that
 * makes the same change, through the same pool, on the same PostgreSQL, with as many at once.
 */
import { pino } from 'pino';
import { serverPool } from '../../server/db/pool.ts';
import type { Figure } from '../support/figures.ts';
import { httpClient } from '../support/http-client.ts';
import { install } from '../support/installation.ts';
import { create } from '../support/sample-application.ts';
import { type Bench, median } from './bench.ts';
import { changeByHand } from './minimal-change.ts';
import { rawCalls } from './raw-calls.ts';

const atOnce = 16;
const secondsEach = 5;
const rounds = 5;
const leastRatio = 0.6;

export const patchThroughput: Bench = {
  name: 'S1',
  about: 'PATCH of an application over the bare driver with a minimal transaction',
  run: async () => {
    const installation = await install('PostgreSQL');
    try {
      const { server, databaseUrl = '' } = installation;
      await server.start();
      const pool = serverPool({ connectionString: databaseUrl }, pino({ level: 'silent' }));
      const applicants = await Promise.all(
        Array.from({ length: atOnce }, async () => {
          const client = httpClient(server.origin);
          await client.start();
          const { id } = await create(client);
          const call = await rawCalls(client);
          return {
            byServer: () => patch((json) => call('PATCH', `/application/${id}`, json)),
            byHand: () => changeByHand(pool, { id, sessionId: client.webSessionId }, nextCount()),
          };
        }),
      );
      const [ours, bare]: [number[], number[]] = [[], []];
      for (let round = 0; round < rounds; round += 1) {
        bare.push(await perSecond(applicants.map(({ byHand }) => byHand)));
        ours.push(await perSecond(applicants.map(({ byServer }) => byServer)));
      }
      await pool.end();
      const ratio = median(ours) / median(bare);
      return [
        figure('changes a second by the bare driver', median(bare)),
        figure('changes a second by the server', median(ours)),
        { what: 'ratio', value: ratio.toFixed(2), demand: `≥ ${leastRatio}`, met: ratio >= leastRatio },
      ];
    } finally {
      await installation.remove();
    }
  },
};

function figure(what: string, value: number): Figure {
  return { what, value: value.toFixed(0), demand: '', met: true };
}

let employees = 0;

function nextCount(): number {
  employees += 1;
  return (employees % 900_000) + 1;
}

/** One change; throws if it is refused. */
async function patch(send: (json: unknown) => Promise<number>): Promise<void> {
  const status = await send({ applicationData: { employeeCount: nextCount() } });
  if (status !== 200) throw new Error(`answered ${status}`);
}

/** How many times per second the works are done, each starting again when it ends. */
async function perSecond(works: readonly (() => Promise<void>)[]): Promise<number> {
  const from = performance.now();
  const until = from + secondsEach * 1000;
  let done = 0;
  await Promise.all(
    works.map(async (work) => {
      while (performance.now() < until) {
        await work();
        done += 1;
      }
    }),
  );
  return (done * 1000) / (performance.now() - from);
}

/**
 * The workload of the store benchmarks: all API calls of an application, and the queries of operators and of the server's
 * background jobs.
 */
import { sweepDrafts } from '../../../server/jobs/sweep-drafts.ts';
import { sweepRows } from '../../../server/jobs/sweep-rows.ts';
import { sweepSessions } from '../../../server/jobs/sweep-sessions.ts';
import { applicationsList } from '../../../server/operator/applications/work.ts';
import { deliveriesList } from '../../../server/operator/deliveries/work.ts';
import { httpClient } from '../../../tests/support/http-client.ts';
import {
  addPerson,
  authorizedUser,
  expected,
  prepare,
  submit,
} from '../../../tests/support/sample-application.ts';
import type { FilledStore } from './filled-store.ts';

/** Called with the name of a step and its duration in milliseconds. */
export type Timed = (what: string, millis: number) => void;

const ids = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;

/** Makes all API calls of an application, from start to submit, and reports the duration of each by its route. */
export async function journey({ server }: FilledStore, timed: Timed): Promise<void> {
  const client = httpClient(server.origin, ({ method, path, begun, ended }) =>
    timed(`${method} ${path.replace(ids, '{id}')}`, ended - begun),
  );
  const { id } = await prepare(client);
  await addPerson(client, id, 'authorized_user', authorizedUser);
  expected(200, await client.send('GET', `/application/${id}`));
  expected(200, await submit(client, id));
}

/** Returns, by name, the queries that are not about a single application: lists for operators, sweeps, and a metrics scrape. */
export function rounds({ store, metricsUrl }: FilledStore): Readonly<Record<string, () => Promise<unknown>>> {
  const context = { ...store, operator: 'bench' };
  const list = (options: Readonly<Record<string, string>>) => () =>
    applicationsList(context, { positionals: [], options }, async () => {});
  return {
    'list of applications': list({}),
    'list of applications by status': list({ status: 'submitted' }),
    'list of applications by program': list({ program: 'demo' }),
    'list of deliveries': () => deliveriesList(context, { positionals: [], options: {} }, async () => {}),
    'sweep of sessions': () => sweepSessions(store, () => {}),
    'sweep of drafts': () => sweepDrafts({ ...store, noteResume: () => {} }),
    'sweep of rows': () => sweepRows(store, () => {}),
    'scrape of the metrics': async () => (await fetch(metricsUrl)).text(),
  };
}

/** Runs each of `rounds` once and reports its duration. */
export async function eachRound(filled: FilledStore, timed: Timed): Promise<void> {
  for (const [what, round] of Object.entries(rounds(filled))) {
    const begun = performance.now();
    await round();
    timed(what, performance.now() - begun);
  }
}

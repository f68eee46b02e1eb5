/**
 * Tests that a page of the list costs the same however many applications there are. Checks the query plan, because measured times
 * would not be reliable.
 */
import { sql } from 'kysely';
import { describe, expect, onTestFinished, test } from 'vitest';
import { type TestDatabase, testStores } from '../../../../tests/support/database.ts';
import type { ApplicationFilter } from './application-list.ts';
import { applicationsQuery } from './application-list.ts';

const batch = 3_000;
const batches = 4;
const limit = 50;

/**
 * Adds applications, created one minute apart. Every hundredth application is submitted. There are 50 programs with one store
 * each, and each program has a fiftieth of the applications.
 */
async function fill({ db }: TestDatabase): Promise<void> {
  // One statement for all rows could exceed the database's time limit on a busy machine.
  for (let first = 0; first < batches * batch; first += batch)
    await sql`
      with made as (
        select n, gen_random_uuid() as id, timestamptz '2026-01-01Z' + n * interval '1 minute' as at
        from generate_series(${sql.lit(first + 1)}, ${sql.lit(first + batch)}) as n
      ), sessions as (
        insert into session (id, token_hash, domain_key, store_id, provider_id, create_date_time, active_date_time, expire_date_time)
        select id, decode(md5(n::text), 'hex'), 'demo', '10000002', 'bank', at, at, at from made
      )
      insert into application (id, session_id, domain_key, store_id, provider_id, status, create_date_time,
        update_date_time, create_user_id, audit_sequence, audit_hash)
      select id, id, 'program-' || n % 50, lpad((n % 50)::text, 8, '0'), 'bank',
        case n % 100 when 7 then 'submitted' else 'draft' end, at, at, 'applicant', 0, ''
      from made`.execute(db);
  await sql`analyze application`.execute(db);
}

interface Plan {
  readonly 'Node Type': string;
  readonly 'Actual Rows': number;
  readonly 'Rows Removed by Filter'?: number;
  readonly Plans?: readonly Plan[];
}

/** Returns every node of a query plan, from the root down. */
function nodesOf(plan: Plan): Plan[] {
  return [plan, ...(plan.Plans ?? []).flatMap(nodesOf)];
}

describe.each(await testStores())('the list of applications on $name', ({ open }) => {
  test('reads no more rows than it shows, under each filter and on late pages', async () => {
    const database = await open();
    onTestFinished(database.close);
    await fill(database);
    const after = await database.db
      .selectFrom('application')
      .select(['id', 'create_date_time as createDateTime'])
      .orderBy('create_date_time')
      .offset((batch * batches) / 2)
      .limit(1)
      .executeTakeFirstOrThrow();
    const from = new Date('2026-01-02T00:00:00Z');
    const filters: ApplicationFilter[] = [
      {},
      { status: 'submitted' },
      { domainKey: 'program-7' },
      { storeId: '00000007' },
      { status: 'submitted', from, before: new Date('2026-01-04T00:00:00Z') },
    ];
    for (const filter of filters)
      for (const page of [{ limit }, { limit, after }]) {
        const [explained] = await applicationsQuery(database.db, filter, page).explain(
          'json',
          sql`analyze, timing off`,
        );
        const plans = (explained?.['QUERY PLAN'] ?? []) as readonly { readonly Plan: Plan }[];
        const nodes = plans.flatMap(({ Plan: plan }) => nodesOf(plan));
        const read = nodes.map((node) => node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0));
        expect(nodes.map((node) => node['Node Type'])).toContain('Index Scan');
        expect([filter, Math.max(...read) <= limit]).toEqual([filter, true]);
      }
  });
});

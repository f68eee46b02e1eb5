import pg from 'pg';
import { describe, expect, onTestFinished, test } from 'vitest';
import { allStores, freshFolder, openTestDatabase } from '../../../tests/support/database.ts';
import { startS3Server } from '../../../tests/support/s3-server.ts';
import { everyStatement } from './every-statement.ts';
import { grows, nodesOf, type PlanNode } from './reach.ts';

const [, postgres] = await allStores();

describe.skipIf(postgres === undefined)('every statement that PostgreSQL gets', () => {
  test('has a query plan, and uses an index on each table that grows', async () => {
    const {
      databaseUrl = '',
      dataDir,
      close,
    } = await (postgres?.open({ isShared: false }) ?? openTestDatabase());
    onTestFinished(close);
    const bucket = await startS3Server(await freshFolder());
    onTestFinished(bucket.stop);
    const statements = new Set<string>();
    const onStatement = (text: string) => void statements.add(text);
    expect(await everyStatement({ databaseUrl, dataDir, bucket, onStatement })).toEqual([]);
    const whole: string[] = [];
    const client = new pg.Client({ connectionString: databaseUrl });
    await client.connect();
    onTestFinished(() => client.end());
    await client.query('set plan_cache_mode = force_generic_plan; set enable_seqscan = off');
    for (const statement of statements) {
      const plan = await planOf(client, statement);
      if (plan && nodesOf(plan).some(readsWhole)) whole.push(statement);
    }
    // This statement may read its whole table, which is small: codes expire after ten minutes, and the next sweep deletes them.
    expect(whole).toEqual([expect.stringMatching(/delete from "resume_code".*"expire_date_time" </s)]);
  });
});

function readsWhole({ 'Node Type': type, 'Relation Name': table = '' }: PlanNode): boolean {
  return type === 'Seq Scan' && grows(table);
}

/** Returns PostgreSQL's generic plan of a statement, or undefined if PostgreSQL makes no plan for statements of this kind. */
async function planOf(client: pg.Client, statement: string): Promise<PlanNode | undefined> {
  if (!/^\W*(select|insert|update|delete|with|\/\*)/i.test(statement)) return undefined;
  await client.query(`prepare explained as ${statement}`);
  const { rows } = await client.query(
    `select cardinality(parameter_types) as count from pg_prepared_statements where name = 'explained'`,
  );
  const values = Array.from({ length: rows[0].count }, () => 'null').join(', ');
  const { rows: explained } = await client.query(
    `explain (format json) execute explained${values === '' ? '' : `(${values})`}`,
  );
  await client.query('deallocate explained');
  return explained[0]['QUERY PLAN'][0].Plan;
}

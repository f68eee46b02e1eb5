/** Measures the cost of a statement as the number of blocks that it reads, which does not depend on the machine’s speed. */
import type { CompiledQuery } from 'kysely';
import type { Database } from '../../server/db/database.ts';

interface Plan {
  readonly 'Shared Hit Blocks': number;
  readonly 'Shared Read Blocks': number;
}

/** Runs a statement and returns the number of 8 kB blocks that it reads. Changes that the statement makes are not rolled back. */
export async function blocksRead(
  { db }: Pick<Database, 'db'>,
  query: CompiledQuery<unknown>,
): Promise<number> {
  const { rows } = await db.executeQuery<{ 'QUERY PLAN': readonly { Plan: Plan }[] }>({
    ...(query as CompiledQuery<never>),
    sql: `explain (analyze, buffers, format json) ${query.sql}`,
  });
  const plan = rows[0]?.['QUERY PLAN'][0]?.Plan;
  if (!plan) throw new Error('EXPLAIN returned no plan.');
  return plan['Shared Hit Blocks'] + plan['Shared Read Blocks'];
}

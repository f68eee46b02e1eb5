/** What a statement costs the database, told by what it reads: no machine’s speed is in it. */
import type { CompiledQuery } from 'kysely';
import type { Database } from '../../server/db/database.ts';

interface Plan {
  readonly 'Shared Hit Blocks': number;
  readonly 'Shared Read Blocks': number;
}

/** The blocks of 8 kB that a statement reads. Its change stays. */
export async function blocksRead(
  { db }: Pick<Database, 'db'>,
  query: CompiledQuery<unknown>,
): Promise<number> {
  const { rows } = await db.executeQuery<{ 'QUERY PLAN': readonly { Plan: Plan }[] }>({
    ...(query as CompiledQuery<never>),
    sql: `explain (analyze, buffers, format json) ${query.sql}`,
  });
  const plan = rows[0]?.['QUERY PLAN'][0]?.Plan;
  if (!plan) throw new Error('There is no plan.');
  return plan['Shared Hit Blocks'] + plan['Shared Read Blocks'];
}

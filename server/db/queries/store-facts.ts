/** Summarizes a store's content as counts and one hash, to compare a backup with its original (F12). */
import { createHash } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import type { Tables } from '../tables.ts';

export interface StoreFacts {
  /** The newest migration that has run. */
  readonly schema: string;
  /** Rows per table. */
  readonly counts: Readonly<Record<string, number>>;
  /**
   * SHA-256, in hexadecimal, over a line `id TAB sequence TAB hash LF` per application, sorted by id: the heads of all audit
   * chains (D32).
   */
  readonly auditHeads: string;
}

/** Heads per query. */
const page = 1_000;

/** Reads the facts. They are one snapshot only if nothing else writes meanwhile. */
export async function storeFacts(queries: Kysely<Tables>): Promise<StoreFacts> {
  const { rows: newest } = await sql<{ name: string }>`
    select name from migration order by name desc limit 1
  `.execute(queries);
  const { rows: tables } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables
    where table_schema = current_schema() and table_type = 'BASE TABLE' order by table_name
  `.execute(queries);
  const counts: Record<string, number> = {};
  for (const { name } of tables) {
    const { rows } = await sql<{ count: number }>`select count(*) from ${sql.table(name)}`.execute(queries);
    counts[name] = rows[0]?.count ?? 0;
  }
  return { schema: newest[0]?.name ?? '', counts, auditHeads: await auditHeads(queries) };
}

async function auditHeads(queries: Kysely<Tables>): Promise<string> {
  const hash = createHash('sha256');
  for (let after: string | undefined; ; ) {
    const rows = await queries
      .selectFrom('application')
      .select(['id', 'audit_sequence', 'audit_hash'])
      .$if(after !== undefined, (query) => query.where('id', '>', after ?? ''))
      .orderBy('id')
      .limit(page)
      .execute();
    for (const { id, audit_sequence, audit_hash } of rows)
      hash.update(`${id}\t${audit_sequence}\t${audit_hash.toString('hex')}\n`);
    after = rows.at(-1)?.id;
    if (rows.length < page) return hash.digest('hex');
  }
}

/** Summarizes a store's content as counts and one hash, so that a backup can be compared with its original (F12). */
import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { rowsById } from '../pages.ts';
import type { Queries } from '../transactions.ts';

export type StoreFacts = Awaited<ReturnType<typeof storeFacts>>;

const headsPerQuery = 1_000;

/**
 * Returns the newest migration, row counts and a hash of audit heads (D32). If the store changes during the call, the counts and
 * the hash may not match each other.
 */
export async function storeFacts(queries: Queries) {
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

/** Returns the SHA-256 in hexadecimal of one line `id TAB sequence TAB hash LF` per application, sorted by id. */
async function auditHeads(queries: Queries): Promise<string> {
  const hash = createHash('sha256');
  const heads = queries.selectFrom('application').select(['id', 'audit_sequence', 'audit_hash']);
  for await (const { id, audit_sequence, audit_hash } of rowsById(heads, headsPerQuery))
    hash.update(`${id}\t${audit_sequence}\t${audit_hash.toString('hex')}\n`);
  return hash.digest('hex');
}

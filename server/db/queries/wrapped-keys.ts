/** Wrapped data keys: one per application that was not erased, and the installation's own (D36, D42). */
import { type Kysely, sql, type Transaction } from 'kysely';
import type { WrappedKey } from '../../security/sealing.ts';
import type { Tables } from '../tables.ts';

/** A data key and whose it is. */
export interface OwnedKey {
  readonly applicationId: string;
  readonly wrapped: WrappedKey;
}

/** A data key, wrapped anew, with the wrapped form that it replaces. */
export interface KeyChange extends OwnedKey {
  readonly replaces: WrappedKey;
}

/**
 * The data keys of the applications after an id, in the order of their ids, and the id to go on from: undefined at
 * the end. Every application counts towards `limit`, those without a key too, so that a page costs the same however
 * many are left to find.
 */
export async function pageOfDataKeys(
  queries: Kysely<Tables> | Transaction<Tables>,
  after: string | undefined,
  limit: number,
): Promise<{ readonly keys: readonly OwnedKey[]; readonly next: string | undefined }> {
  const rows = await queries
    .selectFrom('application')
    .select(['id', 'data_key'])
    .$if(after !== undefined, (query) => query.where('id', '>', after ?? ''))
    .orderBy('id')
    .limit(limit)
    .execute();
  return {
    keys: rows.flatMap(({ id, data_key }) =>
      data_key === null ? [] : [{ applicationId: id, wrapped: data_key as unknown as WrappedKey }],
    ),
    next: rows.length < limit ? undefined : rows.at(-1)?.id,
  };
}

/**
 * Replaces each key where it is still the one read before; one that was changed or erased meanwhile is left. Returns
 * how many were replaced.
 */
export async function replaceDataKeys(
  queries: Kysely<Tables> | Transaction<Tables>,
  changes: readonly KeyChange[],
): Promise<number> {
  const result = await sql`
    update application set data_key = change."wrapped"
    from jsonb_to_recordset(${JSON.stringify(changes)}::jsonb)
      as change("applicationId" uuid, "wrapped" jsonb, "replaces" jsonb)
    where application.id = change."applicationId" and application.data_key = change."replaces"
  `.execute(queries);
  return Number(result.numAffectedRows ?? 0);
}

/** The installation's own key; the given one where it had none yet. Of two nodes that start at once both get the same. */
export async function ensureInstallationKey(db: Kysely<Tables>, wrapped: WrappedKey): Promise<WrappedKey> {
  await db
    .insertInto('installation')
    .values({ id: 1, hash_key: { ...wrapped } })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return installationKey(db);
}

/** The installation's own key. */
export async function installationKey(queries: Kysely<Tables> | Transaction<Tables>): Promise<WrappedKey> {
  const { hash_key } = await queries.selectFrom('installation').select('hash_key').executeTakeFirstOrThrow();
  return hash_key as unknown as WrappedKey;
}

/** Replaces the installation's own key where it is still the one read before; returns how many were replaced. */
export async function replaceInstallationKey(
  db: Kysely<Tables>,
  replaces: WrappedKey,
  wrapped: WrappedKey,
): Promise<number> {
  const result = await sql`
    update installation set hash_key = ${JSON.stringify(wrapped)}::jsonb
    where hash_key = ${JSON.stringify(replaces)}::jsonb
  `.execute(db);
  return Number(result.numAffectedRows ?? 0);
}

/**
 * Wrapped data keys: one per application that was not erased, and the installation's own (D36, D42). And rows that a
 * build from before 2026-11-23 wrote: readable where all is sealed now (D62), in a trail without a key.
 * The installation's row also says when the audit heads were last exported.
 */
import { type Kysely, type RawBuilder, sql, type Transaction } from 'kysely';
import type { WrappedKey } from '../../security/sealing.ts';
import type { JsonObject, Tables } from '../tables.ts';

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

/** Takes the next export of audit heads, where the last one began before a moment; of several nodes one gets it. */
export async function claimHeadsExport(db: Kysely<Tables>, now: Date, before: Date): Promise<boolean> {
  const result = await db
    .updateTable('installation')
    .set({ heads_date_time: now })
    .where((is) => is.or([is('heads_date_time', 'is', null), is('heads_date_time', '<=', before)]))
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

/** Says that an export failed: the next one is due as if the last one had begun then. */
export async function giveBackHeadsExport(db: Kysely<Tables>, asOf: Date): Promise<void> {
  await db.updateTable('installation').set({ heads_date_time: asOf }).execute();
}

/** Whether anything of the application that a statement reads is left to be sealed. */
function isLeft(): RawBuilder<boolean> {
  return sql<boolean>`(
    not exists (
      select from audit_event as event
      where event.application_id = application.id and event.sequence = application.audit_sequence
        and event.state is not null
    )
    or application.data_key is not null and (
      application.parts_hash is null
      or not jsonb_exists(application.sealed, 'v')
      or exists (
        select from personnel
        where personnel.application_id = application.id and not jsonb_exists(personnel.sealed, 'v')
      )
      or exists (
        select from document where document.application_id = application.id and document.sealed is null
      )
      or exists (
        select from consent
        where consent.application_id = application.id and consent.signer is null
          and coalesce(consent.ip, consent.user_agent, consent.signer_name) is not null
      )
    )
  )`;
}

/** How many applications are left to be sealed. */
export async function countOlder(db: Kysely<Tables>): Promise<number> {
  const { count } = await db
    .selectFrom('application')
    .select((of) => of.fn.countAll<number>().as('count'))
    .where(isLeft())
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** The ids of applications that are left, from after one of them, in their order. */
export async function olderApplications(
  db: Kysely<Tables>,
  after: string,
  limit: number,
): Promise<readonly string[]> {
  const rows = await db
    .selectFrom('application')
    .select('id')
    .where('id', '>', after)
    .where(isLeft())
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}

/** Replaces a person's answers by their envelope. */
export async function sealPersonnel(
  transaction: Transaction<Tables>,
  id: string,
  sealed: JsonObject,
): Promise<void> {
  await transaction.updateTable('personnel').set({ answers: {}, sealed }).where('id', '=', id).execute();
}

/** Replaces a document's name by its envelope. */
export async function sealDocumentName(
  transaction: Transaction<Tables>,
  id: string,
  sealed: JsonObject,
): Promise<void> {
  await transaction.updateTable('document').set({ file_name: null, sealed }).where('id', '=', id).execute();
}

/** All consents of an application whose signer is readable, older answers too. */
export async function olderConsents(transaction: Transaction<Tables>, applicationId: string) {
  return transaction
    .selectFrom('consent')
    .select(['id', 'ip', 'user_agent', 'signer_name', 'signer'])
    .where('application_id', '=', applicationId)
    .where('signer', 'is', null)
    .where(sql<boolean>`coalesce(ip, user_agent, signer_name) is not null`)
    .execute();
}

/** Replaces the signer of a consent by its envelope, which the table allows once. */
export async function sealConsent(
  transaction: Transaction<Tables>,
  id: string,
  signer: JsonObject,
): Promise<void> {
  await transaction
    .updateTable('consent')
    .set({ ip: null, user_agent: null, signer_name: null, signer })
    .where('id', '=', id)
    .execute();
}

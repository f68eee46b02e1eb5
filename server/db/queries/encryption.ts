/**
 * Wrapped keys: the data key of each application that was not erased, the installation's own (D36, D42), those that sign
 * deliveries (D33). And rows that a build from before 2026-11-23 wrote: readable where all is sealed now (D62), in a trail without a key.
 * The installation's row also says when the audit heads were last exported.
 */
import { type Kysely, type RawBuilder, sql, type Transaction } from 'kysely';
import type { Moment, Timed } from '../clock.ts';
import type { Envelope, JsonObject, Tables, WrappedKey } from '../tables.ts';
import { beforeAllIds } from './audit-events.ts';

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
      data_key === null ? [] : [{ applicationId: id, wrapped: data_key }],
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
  return hash_key;
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

/** A key that signs deliveries, or did, or will. */
export interface DeliveryKeyRow {
  readonly kid: string;
  readonly publicKey: JsonObject;
  /** That the key is ours: nobody can make it who only writes into the database. */
  readonly proof: string;
  /** Null once the key has ended. */
  readonly wrapped: WrappedKey | null;
  readonly createDateTime: Date;
  readonly createUserId: string;
  /** When it first signed; null while it waits. */
  readonly beginDateTime: Date | null;
  readonly beginUserId: string | null;
  readonly endDateTime: Date | null;
  readonly revokeDateTime: Date | null;
  readonly revokeUserId: string | null;
}

/** A delivery key with its private half. */
export type SigningKeyRow = DeliveryKeyRow & { readonly wrapped: WrappedKey };

/** All keys of deliveries, the newest first. */
export async function deliveryKeyRows(queries: Kysely<Tables> | Transaction<Tables>) {
  const rows = await deliveryKeys(queries).orderBy('create_date_time', 'desc').orderBy('kid').execute();
  return rows as unknown as readonly DeliveryKeyRow[];
}

/** The key that signs deliveries now; undefined where none was made yet. */
export async function currentDeliveryKey(db: Kysely<Tables>): Promise<SigningKeyRow | undefined> {
  const row = await deliveryKeys(db)
    .where('begin_date_time', 'is not', null)
    .where('end_date_time', 'is', null)
    .executeTakeFirst();
  return row as unknown as SigningKeyRow | undefined;
}

function deliveryKeys(queries: Kysely<Tables> | Transaction<Tables>) {
  return queries
    .selectFrom('delivery_key')
    .select([
      'kid',
      'public_key as publicKey',
      'proof',
      'private_key as wrapped',
      'create_date_time as createDateTime',
      'create_user_id as createUserId',
      'begin_date_time as beginDateTime',
      'begin_user_id as beginUserId',
      'end_date_time as endDateTime',
      'revoke_date_time as revokeDateTime',
      'revoke_user_id as revokeUserId',
    ]);
}

/** Stores a new key; returns false where there is one already that signs, or that waits, as this one would. */
export async function insertDeliveryKey(
  db: Kysely<Tables>,
  key: Pick<SigningKeyRow, 'kid' | 'publicKey' | 'proof' | 'wrapped'>,
  { by, now, signs }: { readonly by: string; readonly now: Moment; readonly signs: boolean },
): Promise<boolean> {
  const result = await db
    .insertInto('delivery_key')
    .values({
      kid: key.kid,
      public_key: key.publicKey,
      proof: key.proof,
      private_key: { ...key.wrapped },
      create_date_time: now,
      create_user_id: by,
      ...(signs && { begin_date_time: now, begin_user_id: by }),
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return (result.numInsertedOrUpdatedRows ?? 0n) > 0n;
}

/**
 * Lets the waiting key sign, and ends the one that signed until now, whose private half is erased. Returns false, and
 * changes nothing, where no key of this name waits.
 */
export async function beginDeliveryKey(
  transaction: Transaction<Tables>,
  kid: string,
  { by, now }: { readonly by: string; readonly now: Date },
): Promise<boolean> {
  const waiting = await deliveryKeys(transaction)
    .where('kid', '=', kid)
    .where('begin_date_time', 'is', null)
    .where('end_date_time', 'is', null)
    .forUpdate()
    .executeTakeFirst();
  if (!waiting) return false;
  await transaction
    .updateTable('delivery_key')
    .set({ end_date_time: now, private_key: null })
    .where('begin_date_time', 'is not', null)
    .where('end_date_time', 'is', null)
    .execute();
  await transaction
    .updateTable('delivery_key')
    .set({ begin_date_time: now, begin_user_id: by })
    .where('kid', '=', kid)
    .execute();
  return true;
}

/** Ends a key that does not sign for good, and has it published no longer; returns false where there is none. */
export async function revokeDeliveryKey(
  db: Kysely<Tables>,
  kid: string,
  { by, now }: { readonly by: string; readonly now: Moment },
): Promise<boolean> {
  const result = await db
    .updateTable('delivery_key')
    .set((is) => ({
      end_date_time: is.fn.coalesce('end_date_time', is.val(now)),
      private_key: null,
      revoke_date_time: now,
      revoke_user_id: by,
    }))
    .where('kid', '=', kid)
    .where('revoke_date_time', 'is', null)
    .where((is) => is.or([is('begin_date_time', 'is', null), is('end_date_time', 'is not', null)]))
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

/** Replaces the wrapped half of a delivery key where it is still the one read before; returns how many were replaced. */
export async function replaceDeliveryKey(
  db: Kysely<Tables>,
  { kid, wrapped: replaces }: Pick<SigningKeyRow, 'kid' | 'wrapped'>,
  wrapped: WrappedKey,
): Promise<number> {
  const result = await sql`
    update delivery_key set private_key = ${JSON.stringify(wrapped)}::jsonb
    where kid = ${kid} and private_key = ${JSON.stringify(replaces)}::jsonb
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

/** Says that the export that was taken at a moment is whole. */
export async function noteHeadsExport(db: Kysely<Tables>, now: Date): Promise<void> {
  await db.updateTable('installation').set({ heads_export_date_time: now }).execute();
}

/** Seconds since an export of audit heads was last whole, by any node; undefined where none ever was. */
export async function headsAgeSeconds({ db, moment }: Timed): Promise<number | undefined> {
  const { at, now } = await db
    .selectFrom('installation')
    .select(['heads_export_date_time as at', moment().as('now')])
    .executeTakeFirstOrThrow();
  return at === null ? undefined : Math.max(0, now.getTime() - at.getTime()) / 1000;
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

/** Applications looked at in one query: some milliseconds, however many are stored. */
const olderBatch = 500;

/** The ids of applications that are left to be sealed, in their order; those that come meanwhile may be missed. */
export async function* olderApplications(db: Kysely<Tables>): AsyncGenerator<string> {
  for (let after: string | undefined = beforeAllIds; after !== undefined; ) {
    const rows: { readonly id: string; readonly is_left: boolean }[] = await db
      .selectFrom('application')
      .select(['id', isLeft().as('is_left')])
      .where('id', '>', after)
      .orderBy('id')
      .limit(olderBatch)
      .execute();
    for (const { id, is_left } of rows) if (is_left) yield id;
    after = rows.length < olderBatch ? undefined : rows.at(-1)?.id;
  }
}

/** How many applications are left to be sealed. */
export async function countOlder(db: Kysely<Tables>): Promise<number> {
  let count = 0;
  for await (const _ of olderApplications(db)) count += 1;
  return count;
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
  sealed: Envelope,
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
  signer: Envelope,
): Promise<void> {
  await transaction
    .updateTable('consent')
    .set({ ip: null, user_agent: null, signer_name: null, signer })
    .where('id', '=', id)
    .execute();
}

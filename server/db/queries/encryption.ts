/** Queries for wrapped keys (D33, D36, D42), for applications with unencrypted data (D62), and for exports of audit heads. */
import { sql } from 'kysely';
import { advisoryLocks } from '../advisory-locks.ts';
import { type Moment, secondsBetween, type Timed } from '../clock.ts';
import { beforeAllIds, countOf, rowsById } from '../pages.ts';
import type { Envelope, JsonObject, WrappedKey } from '../tables.ts';
import { type Queries, type Transaction, transact } from '../transactions.ts';
import { codeOf } from '../unavailable.ts';

/** A wrapped data key and the id of its application. */
export interface OwnedKey {
  readonly applicationId: string;
  readonly wrapped: WrappedKey;
}

/** A rewrapped data key, and the wrapped form that it replaces. */
export interface KeyChange extends OwnedKey {
  readonly replaces: WrappedKey;
}

/**
 * Reads up to `limit` applications. Returns their data keys, and the id after which the next page begins. Erased applications
 * have no data key.
 */
export async function pageOfDataKeys(queries: Queries, after: string | undefined, limit: number) {
  const rows = await queries
    .selectFrom('application')
    .select(['id', 'data_key'])
    .where('id', '>', after ?? beforeAllIds)
    .orderBy('id')
    .limit(limit)
    .execute();
  const keys: readonly OwnedKey[] = rows.flatMap(({ id, data_key }) =>
    data_key === null ? [] : [{ applicationId: id, wrapped: data_key }],
  );
  return { keys, next: rows.length < limit ? undefined : rows.at(-1)?.id };
}

/** Replaces each data key, unless the stored key has changed since the caller read it. Returns how many keys were replaced. */
export async function replaceDataKeys(queries: Queries, changes: readonly KeyChange[]): Promise<number> {
  const result = await sql`
    update application set data_key = change."wrapped"
    from jsonb_to_recordset(${JSON.stringify(changes)}::jsonb)
      as change("applicationId" uuid, "wrapped" jsonb, "replaces" jsonb)
    where application.id = change."applicationId" and application.data_key = change."replaces"
  `.execute(queries);
  return Number(result.numAffectedRows ?? 0);
}

/** Returns the installation's own key. If there is none, stores `wrapped` first. Concurrent calls return the same key. */
export async function ensureInstallationKey(db: Queries, wrapped: WrappedKey): Promise<WrappedKey> {
  await db
    .insertInto('installation')
    .values({ id: 1, hash_key: { ...wrapped } })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return installationKey(db);
}

/** Returns the installation's own key. */
export async function installationKey(queries: Queries): Promise<WrappedKey> {
  const { hash_key } = await queries.selectFrom('installation').select('hash_key').executeTakeFirstOrThrow();
  return hash_key;
}

const waitMillis = 500;
/** Maximum number of waits for a lock: 10 s in total. PostgreSQL ends a hung transaction sooner (F5). */
const mostWaits = 20;

/** The SQLSTATE lock_not_available: `lock_timeout` ended the wait for a lock. */
const lockNotAvailable = '55P03';

/**
 * Returns the installation's key. Call it in a transaction that stores a key. `waitForKeysBeingStored` then waits until this
 * transaction ends.
 */
export async function installationKeyWhileStoring(transaction: Transaction): Promise<WrappedKey> {
  await sql`select pg_advisory_xact_lock_shared(${sql.lit(advisoryLocks.newKeys)})`.execute(transaction);
  // Read the key in a separate statement: the statement that waits for the lock might not see a key stored during the wait.
  return installationKey(transaction);
}

/** Waits until transactions that called `installationKeyWhileStoring` end. Rejects with lock_not_available if one hangs. */
export async function waitForKeysBeingStored(db: Queries): Promise<void> {
  for (let wait = 1; ; wait += 1)
    try {
      return await transact(db, async (transaction) => {
        await sql`set local lock_timeout = ${sql.lit(waitMillis)}`.execute(transaction);
        await sql`select pg_advisory_xact_lock(${sql.lit(advisoryLocks.newKeys)})`.execute(transaction);
      });
    } catch (error) {
      if (wait === mostWaits || codeOf(error) !== lockNotAvailable) throw error;
    }
}

/**
 * Replaces the installation's own key, unless the stored key has changed since the caller read it. Returns the number of replaced
 * keys, 1 or 0.
 */
export async function replaceInstallationKey(db: Queries, replaces: WrappedKey, wrapped: WrappedKey) {
  const result = await sql`
    update installation set hash_key = ${JSON.stringify(wrapped)}::jsonb
    where hash_key = ${JSON.stringify(replaces)}::jsonb
  `.execute(db);
  return Number(result.numAffectedRows ?? 0);
}

/** A key for signing deliveries: the key that signs now, a key that no longer signs, or the key that waits to sign. */
export type DeliveryKeyRow = Awaited<ReturnType<typeof deliveryKeyRows>>[number];

/** A delivery key with its wrapped private half. */
export type SigningKeyRow = DeliveryKeyRow & { readonly wrapped: WrappedKey };

function deliveryKeys(queries: Queries) {
  return queries
    .selectFrom('delivery_key')
    .select(['kid', 'public_key as publicKey', 'proof', 'private_key as wrapped'])
    .select(['create_date_time as createDateTime', 'create_user_id as createUserId'])
    .select(['begin_date_time as beginDateTime', 'begin_user_id as beginUserId'])
    .select('end_date_time as endDateTime')
    .select(['revoke_date_time as revokeDateTime', 'revoke_user_id as revokeUserId']);
}

/** Returns all delivery keys, newest first. */
export async function deliveryKeyRows(queries: Queries) {
  return deliveryKeys(queries).orderBy('create_date_time', 'desc').orderBy('kid').execute();
}

/** Returns the key that signs deliveries now, or undefined if there is none yet. */
export async function currentDeliveryKey(db: Queries): Promise<SigningKeyRow | undefined> {
  const signing = deliveryKeys(db)
    .where('begin_date_time', 'is not', null)
    .where('end_date_time', 'is', null);
  return (await signing.executeTakeFirst()) as SigningKeyRow | undefined;
}

/**
 * Stores a new delivery key, which either signs from now on (`signs`) or waits to sign. Returns false if another key is already
 * in this state.
 */
export async function insertDeliveryKey(
  transaction: Transaction,
  key: Pick<SigningKeyRow, 'kid' | 'publicKey' | 'proof' | 'wrapped'>,
  { by, now, signs }: { readonly by: string; readonly now: Moment; readonly signs: boolean },
): Promise<boolean> {
  const { kid, publicKey: public_key, proof, wrapped: private_key } = key;
  const begun = signs && { begin_date_time: now, begin_user_id: by };
  const { numInsertedOrUpdatedRows = 0n } = await transaction
    .insertInto('delivery_key')
    .values({ kid, public_key, proof, private_key, create_date_time: now, create_user_id: by, ...begun })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows > 0n;
}

/** Makes the waiting key sign and erases the previous key's private half. Returns false if no key with this `kid` is waiting. */
export async function beginDeliveryKey(
  transaction: Transaction,
  kid: string,
  { by, now }: { readonly by: string; readonly now: Date },
): Promise<boolean> {
  const waiting = await deliveryKeys(transaction)
    .where((is) => is.and({ kid, begin_date_time: null, end_date_time: null }))
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

/** Revokes a key that isn't signing now, and erases its private half. Returns false if no such key has this `kid`. */
export async function revokeDeliveryKey(
  db: Queries,
  kid: string,
  { by, now }: { readonly by: string; readonly now: Moment },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('delivery_key')
    .set((is) => ({
      end_date_time: is.fn.coalesce('end_date_time', is.val(now)),
      private_key: null,
      revoke_date_time: now,
      revoke_user_id: by,
    }))
    .where((is) => is.and({ kid, revoke_date_time: null }))
    .where((is) => is.or([is('begin_date_time', 'is', null), is('end_date_time', 'is not', null)]))
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/**
 * Replaces a delivery key's wrapped private half, unless the stored half has changed since the caller read it. Returns the number
 * of replaced keys, 1 or 0.
 */
export async function replaceDeliveryKey(
  db: Queries,
  { kid, wrapped: replaces }: Pick<SigningKeyRow, 'kid' | 'wrapped'>,
  wrapped: WrappedKey,
): Promise<number> {
  const result = await sql`
    update delivery_key set private_key = ${JSON.stringify(wrapped)}::jsonb
    where kid = ${kid} and private_key = ${JSON.stringify(replaces)}::jsonb
  `.execute(db);
  return Number(result.numAffectedRows ?? 0);
}

/** Claims the next export of audit heads, unless an export began after `before`. Returns whether this call claimed the export. */
export async function claimHeadsExport(db: Queries, now: Date, before: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('installation')
    .set({ heads_date_time: now })
    .where((is) => is.or([is('heads_date_time', 'is', null), is('heads_date_time', '<=', before)]))
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Releases the claim of a failed export. The next export is due as if the failed one had begun at `asOf`. */
export async function releaseHeadsExport(db: Queries, asOf: Date): Promise<void> {
  await db.updateTable('installation').set({ heads_date_time: asOf }).execute();
}

/** Records that the export claimed at `now` succeeded. */
export async function recordHeadsExport(db: Queries, now: Date): Promise<void> {
  await db.updateTable('installation').set({ heads_export_date_time: now }).execute();
}

/** Returns the seconds since any node last exported the audit heads successfully, or undefined if no node ever has. */
export async function headsAgeSeconds({ db, moment }: Timed): Promise<number | undefined> {
  const { at, now } = await db
    .selectFrom('installation')
    .select(['heads_export_date_time as at', moment().as('now')])
    .executeTakeFirstOrThrow();
  return at === null ? undefined : secondsBetween(at, now);
}

/** The SQL condition for an application with unencrypted personal data, or without the hash of its row or of its parts (D32). */
const isUnsealed = sql<boolean>`(
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

/** The number of applications read per query. Such a query takes a few milliseconds, however many applications are stored. */
const batchSize = 500;

/** Yields the sorted ids of the applications that `isUnsealed` selects. May miss applications that are added in the meantime. */
export async function* unsealedApplications(db: Queries): AsyncGenerator<string> {
  const applications = db.selectFrom('application').select(['id', isUnsealed.as('is_unsealed')]);
  for await (const { id, is_unsealed } of rowsById(applications, batchSize)) if (is_unsealed) yield id;
}

/** Returns how many applications `isUnsealed` selects. */
export async function countUnsealed(db: Queries): Promise<number> {
  return countOf(unsealedApplications(db));
}

/** Replaces a person's unencrypted answers with the encrypted answers. */
export async function sealPersonnel(transaction: Transaction, id: string, sealed: JsonObject): Promise<void> {
  await transaction.updateTable('personnel').set({ answers: {}, sealed }).where('id', '=', id).execute();
}

/** Replaces a document's unencrypted file name with the encrypted name. */
export async function sealDocumentName(transaction: Transaction, id: string, sealed: Envelope) {
  await transaction.updateTable('document').set({ file_name: null, sealed }).where('id', '=', id).execute();
}

/** Returns an application's consents with an unencrypted signer, including consents that a later answer replaced. */
export async function unsealedConsents(transaction: Transaction, applicationId: string) {
  return transaction
    .selectFrom('consent')
    .select(['id', 'ip', 'user_agent', 'signer_name', 'signer'])
    .where('application_id', '=', applicationId)
    .where('signer', 'is', null)
    .where(sql<boolean>`coalesce(ip, user_agent, signer_name) is not null`)
    .execute();
}

/** Replaces a consent's unencrypted signer with the encrypted signer. A database trigger allows this only once. */
export async function sealConsent(transaction: Transaction, id: string, signer: Envelope): Promise<void> {
  await transaction
    .updateTable('consent')
    .set({ ip: null, user_agent: null, signer_name: null, signer })
    .where('id', '=', id)
    .execute();
}

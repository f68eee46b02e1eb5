/** Queries for resume tokens (D55), in the table `way_back`. A token's secret is stored only as a hash. */
import { sql } from 'kysely';
import type { DuePage } from '../pages.ts';
import type { Envelope, Row } from '../tables.ts';
import type { Queries, Transaction } from '../transactions.ts';
import { deleteCodesOf } from './resume-codes.ts';

export type ResumeTokenKind = Row<'way_back'>['kind'];

export const resumeTokenKinds = ['device', 'email'] as const satisfies readonly ResumeTokenKind[];

/** A resume token that can still be used, with the columns that are needed to find and open its draft. */
export interface LiveToken {
  readonly id: string;
  readonly applicationId: string;
  readonly sessionId: string;
  readonly tokenHash: Buffer;
  /** The hash of the current call if it repeats an earlier call that used the token. Otherwise null. */
  readonly repeatHash: Buffer | null;
  readonly misses: number;
  /** The keyed hash of the email address. Null for a device token. */
  readonly addressHash: string | null;
}

interface NewToken extends Pick<LiveToken, 'id' | 'applicationId' | 'tokenHash'> {
  readonly now: Date;
  /** When the sweep first checks the token. */
  readonly due: Date;
}

/**
 * Adds or replaces a draft's device token and returns its id. Returns undefined and writes nothing if the application is no
 * longer a draft or the device is shared.
 */
export async function putDeviceToken(queries: Queries, token: NewToken): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    insert into way_back (id, application_id, kind, token_hash, create_date_time, due_date_time)
    select ${token.id}, application.id, 'device', ${token.tokenHash}, ${token.now}, ${token.due}
    from application
    join session on session.id = application.session_id
    left join start_key on start_key.id = session.start_key_id
    where application.id = ${token.applicationId} and application.status = 'draft'
      and not coalesce(start_key.shared_device, false)
    on conflict (application_id, kind) do update
      set token_hash = excluded.token_hash, repeat_hash = null, misses = 0, due_date_time = excluded.due_date_time,
        end_date_time = null
    returning id
  `.execute(queries);
  return rows[0]?.id;
}

/** Adds or replaces an application's email token. The token always gets a new id, because its secret is computed from the id. */
export async function putEmailToken(
  transaction: Transaction,
  token: NewToken & { readonly sealed: Envelope; readonly addressHash: string },
): Promise<void> {
  const secret = {
    id: token.id,
    token_hash: token.tokenHash,
    sealed: token.sealed,
    address_hash: token.addressHash,
    create_date_time: token.now,
    due_date_time: token.due,
  };
  await transaction
    .insertInto('way_back')
    .values({ ...secret, application_id: token.applicationId, kind: 'email' })
    .onConflict((conflict) =>
      conflict.columns(['application_id', 'kind']).doUpdateSet({
        ...secret,
        repeat_hash: null,
        misses: 0,
        end_date_time: null,
        remind_date_time: null,
      }),
    )
    .execute();
}

const openTokens = (queries: Queries) => queries.selectFrom('way_back').where('end_date_time', 'is', null);

const changeOpenTokens = (queries: Queries) =>
  queries.updateTable('way_back').where('end_date_time', 'is', null);

/** Returns the email token with this id or of this application, unless it was replaced, was used, or has ended. */
export async function findEmailToken(queries: Queries, by: { id: string } | { application_id: string }) {
  return openTokens(queries)
    .select(['id', 'application_id as applicationId', 'sealed', 'address_hash as addressHash'])
    .where((is) => is.and({ ...by, kind: 'email' }))
    .executeTakeFirst();
}

/** Records that a token's only reminder is being sent. Returns false if a reminder was already sent or the token has ended. */
export async function markReminded(transaction: Transaction, id: string, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await changeOpenTokens(transaction)
    .set({ remind_date_time: now })
    .where((is) => is.and({ id, remind_date_time: null }))
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** The tokens to find, by the hashes of their secrets. */
interface WantedTokens {
  readonly domainKey: string;
  readonly kind: ResumeTokenKind;
  readonly tokenHashes: readonly Buffer[];
  readonly repeatHashes: readonly Buffer[];
  readonly changedAfter: Date;
}

/**
 * Returns the live tokens with these secrets. Also returns tokens that an earlier run of the same call used, if that run's
 * session is still unused. Omits tokens of drafts that haven't changed since `changedAfter`. The token of the most recently
 * changed draft comes first.
 */
export async function findLiveTokens(queries: Queries, wanted: WantedTokens): Promise<readonly LiveToken[]> {
  const { tokenHashes, repeatHashes } = wanted;
  if (tokenHashes.length === 0) return [];
  const rows = await liveTokensQuery(queries, wanted).execute();
  return rows.map(({ repeatHash, ...token }) => ({
    ...token,
    repeatHash: repeatHashes.find((hash) => repeatHash?.equals(hash)) ?? null,
  }));
}

/** Builds the query of `findLiveTokens`. Exported so that a test can check which rows the query reads. */
export function liveTokensQuery(queries: Queries, { tokenHashes, repeatHashes, ...wanted }: WantedTokens) {
  return (
    queries
      // Find the tokens by hash first. Otherwise, PostgreSQL would scan all drafts if its statistics still assume few drafts.
      .with(
        (name) => name('found').materialized(),
        (query) =>
          query
            .selectFrom('way_back')
            .innerJoin('application', 'application.id', 'way_back.application_id')
            .select(['way_back.id', 'application_id', 'kind', 'token_hash', 'repeat_hash', 'misses'])
            .select(['address_hash', 'end_date_time', 'domain_key', 'session_id', 'status'])
            .select('update_date_time')
            .where((is) =>
              is.or([
                is('token_hash', 'in', tokenHashes),
                ...(repeatHashes.length === 0 ? [] : [is('repeat_hash', 'in', repeatHashes)]),
              ]),
            ),
      )
      .selectFrom('found')
      .innerJoin('session', 'session.id', 'found.session_id')
      .select(['found.id', 'found.application_id as applicationId', 'found.session_id as sessionId'])
      .select(['found.token_hash as tokenHash', 'found.repeat_hash as repeatHash'])
      .select(['found.misses', 'found.address_hash as addressHash'])
      .where('found.kind', '=', wanted.kind)
      .where('found.domain_key', '=', wanted.domainKey)
      .where('found.status', '=', 'draft')
      .where('found.update_date_time', '>', wanted.changedAfter)
      .where((is) => {
        const isOpen = is('found.token_hash', 'in', tokenHashes).and('found.end_date_time', 'is', null);
        if (repeatHashes.length === 0) return isOpen;
        const isUnused = is('session.active_date_time', '<', is.ref('session.create_date_time'));
        return is.or([isOpen, isUnused.and('found.repeat_hash', 'in', repeatHashes)]);
      })
      .orderBy('found.update_date_time', 'desc')
  );
}

/**
 * Adds a miss (a failed try) to each token with fewer than `most` misses. Returns these tokens' new numbers of misses, by token
 * id. Once a token has `most` misses, the first sweep after `closeBy` ends the token.
 */
export async function countMisses(
  queries: Queries,
  ids: readonly string[],
  { most, closeBy }: { readonly most: number; readonly closeBy: Date },
): Promise<ReadonlyMap<string, number>> {
  if (ids.length === 0) return new Map();
  const rows = await changeOpenTokens(queries)
    .set({
      misses: sql`misses + 1`,
      due_date_time: sql`case when misses + 1 < ${most} then due_date_time else least(due_date_time, ${closeBy}) end`,
    })
    .where('id', 'in', ids)
    .where('misses', '<', most)
    .returning(['id', 'misses'])
    .execute();
  return new Map(rows.map(({ id, misses }) => [id, misses]));
}

/** Subtracts one miss from each of these tokens, because the try was correct for a different token. */
export async function uncountMiss(transaction: Transaction, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await transaction
    .updateTable('way_back')
    .set({ misses: sql`greatest(misses - 1, 0)` })
    .where('id', 'in', ids)
    .execute();
}

/** Replaces a token's secret. Returns false if the secret has changed since the caller read it, or if the token has ended. */
export async function replaceSecret(
  transaction: Transaction,
  token: Pick<LiveToken, 'id' | 'tokenHash'>,
  { tokenHash, repeatHash }: { readonly tokenHash: Buffer; readonly repeatHash: Buffer | null },
): Promise<boolean> {
  const { numUpdatedRows } = await changeOpenTokens(transaction)
    .set({ token_hash: tokenHash, repeat_hash: repeatHash, misses: 0 })
    .where((is) => is.and({ id: token.id, token_hash: token.tokenHash }))
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Returns the column values that end a token and erase its email address and the hash that recognizes a repeated call. */
const endedAt = (now: Date) => ({ end_date_time: now, sealed: null, address_hash: null, repeat_hash: null });

/**
 * Ends a token because it was used. In a first call, returns false if the token has already ended. In a repeated call
 * (`found.repeatHash`), returns false if the token has not ended, because the first call must have ended it.
 */
export async function consumeToken(
  transaction: Transaction,
  found: Pick<LiveToken, 'id' | 'repeatHash'>,
  { now, repeatHash }: { readonly now: Date; readonly repeatHash: Buffer | null },
): Promise<boolean> {
  const { numUpdatedRows } = await transaction
    .updateTable('way_back')
    .set({ ...endedAt(now), repeat_hash: repeatHash })
    .where('id', '=', found.id)
    .where('end_date_time', found.repeatHash ? 'is not' : 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Erases the hashes that recognize repeated calls, so no repeated call can resume the application again. */
export async function clearRepeats(transaction: Transaction, applicationId: string): Promise<void> {
  await transaction
    .updateTable('way_back')
    .set({ repeat_hash: null })
    .where('application_id', '=', applicationId)
    .where('repeat_hash', 'is not', null)
    .execute();
}

/** Ends a token and erases its email address. Repeated calls can't use it. Returns false if the token has already ended. */
export async function endToken(queries: Queries, id: string, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await changeOpenTokens(queries)
    .set(endedAt(now))
    .where('id', '=', id)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Ends all tokens of an application. Also deletes the application's codes, and its unsent emails with codes and links. */
export async function endTokensOfApplication(transaction: Transaction, applicationId: string, now: Date) {
  await changeOpenTokens(transaction).set(endedAt(now)).where('application_id', '=', applicationId).execute();
  await deleteCodesOf(transaction, applicationId);
  await transaction
    .deleteFrom('outbox')
    .where((is) => is.and({ application_id: applicationId, done_date_time: null }))
    .where('kind', 'in', ['code', 'link'])
    .execute();
}

/** Returns whether an application has a resume token that hasn't ended. */
export async function hasLiveToken(transaction: Transaction, applicationId: string): Promise<boolean> {
  const tokens = await openTokens(transaction)
    .select('id')
    .where('application_id', '=', applicationId)
    .execute();
  return tokens.length > 0;
}

/** Returns an application's token of the given kind, even an ended one. Returns undefined if there never was such a token. */
export async function tokenOfApplication(queries: Queries, applicationId: string, kind: ResumeTokenKind) {
  return queries
    .selectFrom('way_back')
    .innerJoin('application', 'application.id', 'way_back.application_id')
    .select((of) => [
      'way_back.id',
      of('way_back.end_date_time', 'is', null).$castTo<boolean>().as('isOpen'),
      of('application.status', '=', 'draft').$castTo<boolean>().as('isDraft'),
    ])
    .where('way_back.application_id', '=', applicationId)
    .where('way_back.kind', '=', kind)
    .executeTakeFirst();
}

/** Returns which of these hashes belong to ended tokens. */
export async function endedAmong(queries: Queries, tokenHashes: readonly Buffer[]) {
  if (tokenHashes.length === 0) return [];
  const rows = await queries
    .selectFrom('way_back')
    .select('token_hash')
    .where('token_hash', 'in', tokenHashes)
    .where('end_date_time', 'is not', null)
    .execute();
  return rows.map(({ token_hash }) => token_hash);
}

/** Returns the number of tokens that haven't ended, by kind. */
export async function countLiveTokens(queries: Queries): Promise<ReadonlyMap<ResumeTokenKind, number>> {
  const rows = await openTokens(queries)
    .select((of) => ['kind', of.fn.countAll<number>().as('count')])
    .groupBy('kind')
    .execute();
  return new Map(rows.map(({ kind, count }) => [kind, count]));
}

/** Returns how many drafts have a token that hasn't ended and was due before `by`. If there are any, the sweep is late. */
export async function countOverdueDrafts(queries: Queries, by: Date): Promise<number> {
  const { count } = await openTokens(queries)
    .select((of) => of.fn.count<number>('application_id').distinct().as('count'))
    .where('due_date_time', '<', by)
    .executeTakeFirstOrThrow();
  return count;
}

/**
 * A token that may have expired, with the columns that show whether it has expired. `isLeft`: whether the draft's session has
 * ended.
 */
export type DueToken = Awaited<ReturnType<typeof dueTokens>>[number];

/**
 * The latest due time of the tokens to select: `now` for tokens of programs that this node has, and the earlier time `ofOthers`
 * for tokens of all other programs.
 */
interface DueBy {
  readonly now: Date;
  readonly ofOthers: Date;
  /** The programs that this node has. */
  readonly domainKeys: readonly string[];
}

/** Returns tokens that are due and haven't ended. The token that has been due the longest comes first. */
export async function dueTokens(queries: Queries, due: DueBy, page: DuePage) {
  return dueTokensQuery(queries, due, page).execute();
}

/** Builds the query of `dueTokens`. Exported so that a test can check its plan. */
export function dueTokensQuery(queries: Queries, due: DueBy, { limit, except }: DuePage) {
  return queries
    .selectFrom('way_back')
    .innerJoin('application', 'application.id', 'way_back.application_id')
    .innerJoin('session', 'session.id', 'application.session_id')
    .select((of) => [
      'way_back.id',
      'way_back.application_id as applicationId',
      'way_back.kind',
      'way_back.misses',
      'application.session_id as sessionId',
      'application.domain_key as domainKey',
      'application.update_date_time as changeDateTime',
      of('application.status', '=', 'draft').$castTo<boolean>().as('isDraft'),
      of('session.end_date_time', 'is not', null).$castTo<boolean>().as('isLeft'),
      of('way_back.remind_date_time', 'is not', null).$castTo<boolean>().as('isReminded'),
    ])
    .where('way_back.end_date_time', 'is', null)
    .where('way_back.due_date_time', '<=', due.now)
    .where((is) => {
      const isOfOurs = is('application.domain_key', 'in', due.domainKeys);
      return is.or([isOfOurs, is('way_back.due_date_time', '<=', due.ofOthers)]);
    })
    .$if(except.length > 0, (query) => query.where('way_back.id', 'not in', except))
    .orderBy('way_back.due_date_time')
    .limit(limit);
}

/** Postpones the next check of a token. */
export async function postponeCheck(queries: Queries, id: string, until: Date): Promise<void> {
  await queries.updateTable('way_back').set({ due_date_time: until }).where('id', '=', id).execute();
}

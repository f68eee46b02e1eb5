/** Runs the `keys …` commands (D22). */
import { randomInt } from 'node:crypto';
import { isStartKey } from '../../../form/limits/start-key.ts';
import { readNow } from '../../db/clock.ts';
import type { StartKeyRow } from '../../db/queries/start-keys.ts';
import { findStartKey, insertStartKeys, listStartKeys, revokeStartKey } from '../../db/queries/start-keys.ts';
import { uuidv7 } from '../../db/uuid.ts';
import { startKeyHash } from '../../security/installation-key.ts';
import {
  dayOf,
  flagOf,
  orNotFound,
  pageOf,
  positionalOf,
  programOf,
  requiredOf,
  storeOf,
  textOf,
  WrongUsage,
  wholeNumberOf,
} from '../call-values.ts';
import { type OperatorCommand, OperatorProblem } from '../command.ts';
import { minute, tableOr, withNext } from '../terminal-text.ts';
import { defaultDays } from './commands.ts';

/** Returns a new start key: four groups of four random digits, about 53 bits. The rate limit makes guessing slow. */
function newStartKey(): string {
  return Array.from({ length: 4 }, () => String(randomInt(10_000)).padStart(4, '0')).join('-');
}

function stateOf(row: StartKeyRow, now: Date): 'used' | 'revoked' | 'expired' | 'usable' {
  if (row.application_id !== null) return 'used';
  if (row.revoke_date_time !== null) return 'revoked';
  return row.expire_date_time <= now ? 'expired' : 'usable';
}

export const keysIssue: OperatorCommand['run'] = async (context, call) => {
  const { domainKey } = requiredOf(programOf(context, call), 'program');
  const storeId = requiredOf(storeOf(call), 'store');
  const count = wholeNumberOf(call, 'count', { from: 1, to: 1000, otherwise: 1 });
  const now = await readNow(context.database);
  const expires = dayOf(call, 'expires', 'is over') ?? new Date(now.getTime() + defaultDays * 86_400_000);
  if (expires <= now) throw new WrongUsage('--expires must not be in the past.');
  const keys = Array.from({ length: count }, () => ({ id: uuidv7(now), key: newStartKey() }));
  await insertStartKeys(
    context.database.db,
    keys.map(({ id, key }) => ({
      id,
      key_hash: startKeyHash(context.hashKey, key),
      domain_key: domainKey,
      store_id: storeId,
      create_date_time: now,
      expire_date_time: expires,
      create_user_id: context.operator,
      shared_device: flagOf(call, 'shared-device'),
    })),
  );
  return {
    data: { program: domainKey, storeId, expireDateTime: expires.toISOString(), keys },
    text: keys.map(({ key }) => key).join('\n'),
  };
};

export const keysList: OperatorCommand['run'] = async (context, call) => {
  const domainKey = programOf(context, call)?.domainKey;
  const { db } = context.database;
  const after = textOf(call, 'after');
  const { page, next } = await pageOf(call, async (limit) => {
    if (after !== undefined) await startKeyBy(db, { id: after });
    return listStartKeys(db, { domainKey, after, limit });
  });
  const now = await readNow(context.database);
  const keys = page.map((row) => ({
    id: row.id,
    program: row.domain_key,
    storeId: row.store_id,
    state: stateOf(row, now),
    createDateTime: row.create_date_time.toISOString(),
    createUserId: row.create_user_id,
    expireDateTime: row.expire_date_time.toISOString(),
    applicationId: row.application_id,
  }));
  const text = tableOr('There are no start keys.', keys, {
    ID: 'id',
    PROGRAM: 'program',
    STORE: 'storeId',
    STATE: 'state',
    'EXPIRES (UTC)': ({ expireDateTime }) => minute(new Date(expireDateTime)),
    APPLICATION: 'applicationId',
  });
  return { data: { keys, next }, text: withNext(text, next) };
};

export const keysRevoke: OperatorCommand['run'] = async (context, call) => {
  const named = positionalOf(call);
  const { db } = context.database;
  const keyHash = isStartKey(named) ? startKeyHash(context.hashKey, named) : undefined;
  const row = await startKeyBy(db, keyHash ? { keyHash } : { id: named.toLowerCase() });
  if (row.application_id !== null)
    throw new OperatorProblem(`The key was used for application ${row.application_id}.`, 4);
  const revoked = await revokeStartKey(db, row.id, context.operator, context.database.moment());
  return {
    data: { id: row.id, revoked: true },
    text: revoked ? 'The key is revoked.' : 'The key was already revoked.',
  };
};

/** Returns the start key with this id or hash. @throws OperatorProblem with exit code 2 if there is no such key */
async function startKeyBy(...query: Parameters<typeof findStartKey>) {
  return orNotFound(await findStartKey(...query), 'There is no such start key.');
}

/**
 * Rotation of the key-encryption keys while the server serves (D36, X13): puts every data key under the ring's
 * current key. Only the wrapping changes: no answer is read, and a session under way goes on with the key it has.
 */
import type { Transaction } from 'kysely';
import type { Database } from '../db/database.ts';
import type { KeyChange, OwnedKey } from '../db/queries/wrapped-keys.ts';
import {
  installationKey,
  lockInstallationKey,
  pageOfDataKeys,
  replaceDataKeys,
  replaceInstallationKey,
} from '../db/queries/wrapped-keys.ts';
import type { Tables } from '../db/tables.ts';
import { installationOwner } from './installation-key.ts';
import type { KeyList } from './key-ring.ts';
import { rewrapDataKey } from './sealing.ts';

/** What rotation works with. */
export interface RotationContext {
  readonly database: Pick<Database, 'db'>;
  readonly keyRing: KeyList;
}

/** How many data keys a key of the ring wraps. */
export interface KeyUse {
  readonly keyId: string;
  /** Applications' data keys, and the installation's own. */
  readonly dataKeys: number;
  /** `missing`: the ring has no such key, so the data keys that it wraps cannot be opened. */
  readonly state: 'current' | 'known' | 'missing';
}

export interface EncryptionStatus {
  readonly currentKey: string;
  /** The ring's keys in its order, then the missing ones. */
  readonly keys: readonly KeyUse[];
  /** Data keys wrapped by another than the current key. */
  readonly outdated: number;
}

export interface Rotation {
  readonly rewrapped: number;
  /** Ids of applications whose data key opens under no key of the ring, or was altered: they stay as they are. */
  readonly unopened: readonly string[];
}

/** Data keys per transaction: some milliseconds of work, so that requests come in between. */
const batch = 200;

/** Counts the data keys per key of the ring. */
export async function encryptionStatus({ database, keyRing }: RotationContext): Promise<EncryptionStatus> {
  const uses = new Map<string, number>([...keyRing.keys.keys()].map((id) => [id, 0]));
  const count = (keyId: string) => uses.set(keyId, (uses.get(keyId) ?? 0) + 1);
  count((await installationKey(database.db)).k);
  let after: string | undefined;
  do {
    const page = await pageOfDataKeys(database.db, after, batch);
    for (const { wrapped } of page.keys) count(wrapped.k);
    after = page.next;
  } while (after !== undefined);

  const currentKey = keyRing.current.id;
  const stateOf = (keyId: string) => {
    if (keyId === currentKey) return 'current';
    return keyRing.keys.has(keyId) ? 'known' : 'missing';
  };
  const keys = [...uses].map(([keyId, dataKeys]) => ({ keyId, dataKeys, state: stateOf(keyId) }) as const);
  const outdated = keys.reduce((sum, { state, dataKeys }) => sum + (state === 'current' ? 0 : dataKeys), 0);
  return { currentKey, keys, outdated };
}

/**
 * Rewraps all data keys, the installation's first. Each batch is a transaction of its own, so that an interrupted
 * rotation is finished by calling it again; several that run at once take turns. Applications made meanwhile by a node
 * that has not yet read the new ring stay under the old key: `encryptionStatus` counts them, and a further call rewraps
 * them.
 */
export async function rotateKeys({ database, keyRing }: RotationContext): Promise<Rotation> {
  const unopened: string[] = [];
  let rewrapped = await database.db.transaction().execute(async (transaction) => {
    const wrapped = await lockInstallationKey(transaction);
    const renewed = rewrapDataKey(keyRing, wrapped, installationOwner);
    if (renewed === wrapped) return 0;
    await replaceInstallationKey(transaction, renewed);
    return 1;
  });
  let after: string | undefined;
  do {
    const from = after;
    const page = await database.db
      .transaction()
      .execute((transaction) => rewrapPage(transaction, keyRing, from));
    rewrapped += page.rewrapped;
    unopened.push(...page.unopened);
    after = page.next;
  } while (after !== undefined);
  return { rewrapped, unopened };
}

async function rewrapPage(
  transaction: Transaction<Tables>,
  keyRing: KeyList,
  after: string | undefined,
): Promise<Rotation & { readonly next: string | undefined }> {
  await lockInstallationKey(transaction);
  const { keys, next } = await pageOfDataKeys(transaction, after, batch);
  const unopened: string[] = [];
  const changes = keys.flatMap((owned) => {
    try {
      return changeOf(owned, keyRing);
    } catch {
      unopened.push(owned.applicationId);
      return [];
    }
  });
  const rewrapped = changes.length === 0 ? 0 : await replaceDataKeys(transaction, changes);
  return { rewrapped, unopened, next };
}

/** The change that a data key needs; none where it is under the current key. Throws EncryptionError. */
function changeOf({ applicationId, wrapped }: OwnedKey, keyRing: KeyList): KeyChange[] {
  const renewed = rewrapDataKey(keyRing, wrapped, applicationId);
  return renewed === wrapped ? [] : [{ applicationId, wrapped: renewed, replaces: wrapped }];
}

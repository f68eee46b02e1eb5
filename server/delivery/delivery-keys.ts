/** The keys that sign deliveries with ES256 (D33; RFC 7518, section 3.4). Banks can get a new key before its first use. */
import { createSecretKey, randomBytes } from 'node:crypto';
import { calculateJwkThumbprint, exportJWK, generateKeyPair, type JWK } from 'jose';
import { readNow, type Timed } from '../db/clock.ts';
import {
  beginDeliveryKey,
  currentDeliveryKey,
  type DeliveryKeyRow,
  deliveryKeyRows,
  insertDeliveryKey,
  replaceDeliveryKey,
  revokeDeliveryKey,
  type SigningKeyRow,
} from '../db/queries/encryption.ts';
import { transact } from '../db/transactions.ts';
import type { StoreKeys } from '../security/installation-key.ts';
import { withNewKey } from '../security/new-keys.ts';
import { EncryptionError, keyedHash, rewrapDataKey, wrapDataKey } from '../security/sealing.ts';

export const signingAlgorithm = 'ES256';

/** The name (`kid`) and the private half of a key that signs deliveries. */
export type Signer = { readonly kid: string; readonly key: JWK };

type Context = { readonly database: Timed; readonly keys: StoreKeys };

/** Returns the signing key. The first call makes this key. Rejects with KeysUnavailable if the key can't be unwrapped now. */
export async function deliverySigner({ database, keys }: Context): Promise<Signer> {
  const row = await currentRow({ database, keys });
  const { key } = await keys.open(row.wrapped, ownerOf(row.kid));
  const publicKey = provenKey(row, keys);
  return { kid: row.kid, key: { ...publicKey, d: key.export().toString('base64url') } };
}

/** Returns all keys, newest first. Throws EncryptionError if a key wasn't made by this installation. */
export async function listDeliveryKeys({ database, keys }: Context) {
  await currentRow({ database, keys });
  return (await deliveryKeyRows(database.db)).map((row) => {
    const { kid, createDateTime, createUserId, beginDateTime, beginUserId, endDateTime } = row;
    const times = { createDateTime, createUserId, beginDateTime, beginUserId, endDateTime };
    return { kid, state: stateOf(row), publicKey: provenKey(row, keys), ...times };
  });
}

/** Makes a key that waits to sign. Returns its `kid`, or undefined if another key is already waiting to sign. */
export async function addDeliveryKey(context: Context, by: string): Promise<string | undefined> {
  await currentRow(context);
  return storeNewKey(context, { by, signs: false });
}

/** Makes the waiting key sign from now on. Returns false if no key with this `kid` is waiting. */
export async function useDeliveryKey({ database }: Context, kid: string, by: string): Promise<boolean> {
  return transact(database.db, async (transaction) =>
    beginDeliveryKey(transaction, kid, { by, now: await readNow(database, transaction) }),
  );
}

/** Revokes a key that isn't signing now, so it is no longer published. Returns false if no such key has this `kid`. */
export function dropDeliveryKey({ database }: Context, kid: string, by: string): Promise<boolean> {
  return revokeDeliveryKey(database.db, kid, { by, now: database.moment() });
}

/** Returns the rows of the keys that still have a private half, which a rotation of the key ring must rewrap. */
export async function wrappedDeliveryKeys(db: Context['database']['db']): Promise<readonly SigningKeyRow[]> {
  return (await deliveryKeyRows(db)).filter((row): row is SigningKeyRow => row.wrapped !== null);
}

/** Rewraps the keys' private halves with the key ring's current key. Returns how many changed, and which it couldn't unwrap. */
export async function rewrapDeliveryKeys(
  db: Context['database']['db'],
  wrapping: StoreKeys['wrapping'],
): Promise<{ readonly rewrapped: number; readonly unopened: readonly string[] }> {
  const unopened: string[] = [];
  let rewrapped = 0;
  for (const row of await wrappedDeliveryKeys(db))
    try {
      const renewed = await rewrapDataKey(wrapping, row.wrapped, ownerOf(row.kid));
      if (renewed !== row.wrapped) rewrapped += await replaceDeliveryKey(db, row, renewed);
    } catch (error) {
      if (!(error instanceof EncryptionError)) throw error;
      unopened.push(ownerOf(row.kid));
    }
  return { rewrapped, unopened };
}

/** Returns the row of the signing key, and makes the key if there is none. Concurrent calls on several nodes get the same key. */
async function currentRow({ database, keys }: Context): Promise<SigningKeyRow> {
  const found = await currentDeliveryKey(database.db);
  if (found) return found;
  // The server makes the first key by itself, so `by` is not an operator.
  await storeNewKey({ database, keys }, { by: 'server', signs: true });
  const made = await currentDeliveryKey(database.db);
  if (!made) throw new Error('There is no key that signs deliveries.');
  return made;
}

/** Stores a new key that signs or waits to sign. Returns its `kid`, or undefined if another key is already in this state. */
async function storeNewKey(
  { database, keys }: Context,
  { by, signs }: { readonly by: string; readonly signs: boolean },
): Promise<string | undefined> {
  return withNewKey(
    keys.lastRotation,
    () => newKey(keys),
    (made, check) =>
      transact(database.db, async (transaction) => {
        await check(transaction);
        const stored = await insertDeliveryKey(transaction, made, { by, now: database.moment(), signs });
        return stored ? made.kid : undefined;
      }),
  );
}

/** Returns a new key. Its `kid` never starts with `-`, because a command would mistake such a `kid` for an option. */
async function newKey(keys: StoreKeys): Promise<Parameters<typeof insertDeliveryKey>[1]> {
  const { privateKey } = await generateKeyPair(signingAlgorithm, { extractable: true });
  const jwk = await exportJWK(privateKey);
  const kid = await calculateJwkThumbprint(jwk);
  if (kid.startsWith('-')) return newKey(keys);
  const key = createSecretKey(Buffer.from(jwk.d ?? '', 'base64url'));
  const half = { id: randomBytes(8).toString('base64url'), key };
  const wrapped = await wrapDataKey(keys.wrapping, half, ownerOf(kid));
  return { kid, publicKey: publicKeyOf(kid, jwk), proof: proofOf(keys.hashKey, kid, jwk), wrapped };
}

/** Returns a row's public key. Throws EncryptionError if the key wasn't made by this installation. */
function provenKey({ kid, publicKey, proof }: DeliveryKeyRow, { hashKey }: StoreKeys): JWK {
  if (proofOf(hashKey, kid, publicKey as JWK) !== proof) throw new EncryptionError();
  return publicKeyOf(kid, publicKey as JWK);
}

function publicKeyOf(kid: string, { kty, crv, x, y }: JWK): JWK {
  return { kty, crv, x, y, kid, use: 'sig', alg: signingAlgorithm } as JWK;
}

function proofOf(hashKey: StoreKeys['hashKey'], kid: string, { kty, crv, x, y }: JWK): string {
  return keyedHash(hashKey, 'delivery key', JSON.stringify([kid, kty, crv, x, y]));
}

function ownerOf(kid: string): string {
  return `delivery key ${kid}`;
}

/** Returns a key's state: `next` waits to sign, `current` signs, `ended` no longer signs, `revoked` must not be trusted. */
function stateOf({ beginDateTime, endDateTime, revokeDateTime }: DeliveryKeyRow) {
  if (revokeDateTime) return 'revoked';
  if (endDateTime) return 'ended';
  return beginDateTime ? 'current' : 'next';
}

/**
 * The signature of exported audit heads (RFC 8032): whoever can write where they are kept can still not make other ones.
 * The key follows from the installation's own key, so that it needs no storage and lasts as long as that.
 */
import { createPrivateKey, createPublicKey, type KeyObject, sign, verify } from 'node:crypto';
import { type DataKey, derivedKey } from '../security/sealing.ts';

/** PKCS #8 of an Ed25519 key, all but its 32 bytes (RFC 8410). */
const pkcs8Head = Buffer.from('302e020100300506032b657004220420', 'hex');

function privateKeyOf(hashKey: DataKey): KeyObject {
  const seed = derivedKey(hashKey, 'signature of audit heads').export();
  return createPrivateKey({ key: Buffer.concat([pkcs8Head, seed]), format: 'der', type: 'pkcs8' });
}

/** What others verify the signatures with, in PEM. */
export function headsPublicKey(hashKey: DataKey): string {
  return createPublicKey(privateKeyOf(hashKey)).export({ format: 'pem', type: 'spki' }).toString();
}

/** The signature of a text, in base64. */
export function signHeads(hashKey: DataKey, text: string): string {
  return sign(null, Buffer.from(text), privateKeyOf(hashKey)).toString('base64');
}

/** Whether a signature is this installation's, of this text. */
export function isSigned(hashKey: DataKey, text: string, signature: unknown): boolean {
  if (typeof signature !== 'string') return false;
  return verify(
    null,
    Buffer.from(text),
    createPublicKey(privateKeyOf(hashKey)),
    Buffer.from(signature, 'base64'),
  );
}

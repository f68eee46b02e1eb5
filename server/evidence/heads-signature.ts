/** Signs exported audit heads (Ed25519, RFC 8032) with a key derived from the installation's key. */
import { createPrivateKey, createPublicKey, type KeyObject, sign, verify } from 'node:crypto';
import { type DataKey, derivedKey } from '../security/sealing.ts';

/** The PKCS #8 encoding of an Ed25519 key up to its 32 key bytes, which come last (RFC 8410). */
const pkcs8Head = Buffer.from('302e020100300506032b657004220420', 'hex');

function privateKeyOf(hashKey: DataKey): KeyObject {
  const seed = derivedKey(hashKey, 'signature of audit heads').export();
  return createPrivateKey({ key: Buffer.concat([pkcs8Head, seed]), format: 'der', type: 'pkcs8' });
}

/** Returns the public key for verifying the signatures, in PEM. */
export function headsPublicKey(hashKey: DataKey): string {
  return createPublicKey(privateKeyOf(hashKey)).export({ format: 'pem', type: 'spki' }).toString();
}

/** Returns the signature of a text, in base64. */
export function signHeads(hashKey: DataKey, text: string): string {
  return sign(null, Buffer.from(text), privateKeyOf(hashKey)).toString('base64');
}

/** Returns whether this installation made the signature of a text. */
export function isSigned(hashKey: DataKey, text: string, signature: unknown): boolean {
  if (typeof signature !== 'string') return false;
  const publicKey = createPublicKey(privateKeyOf(hashKey));
  return verify(null, Buffer.from(text), publicKey, Buffer.from(signature, 'base64'));
}

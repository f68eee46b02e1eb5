/**
 * Encrypts with AES-256-GCM and a random 96-bit nonce, which is safe for 2^32 messages per key (NIST SP 800-38D, 8.3). A sealed
 * value is a nonce of 12 bytes, a tag of 16 bytes and the ciphertext.
 */
import { createCipheriv, createDecipheriv, type KeyObject, randomBytes } from 'node:crypto';

const algorithm = 'aes-256-gcm';
export const nonceLength = 12;
/** The length of a tag in bytes. If it weren't fixed, Node would also accept shorter tags, which can be guessed. */
export const tagLength = 16;

/** Encrypts `plaintext`. The result doesn't contain `aad`, but decryption requires the same `aad`. */
export function encrypt(key: KeyObject, plaintext: Uint8Array, aad: Uint8Array): Buffer {
  const nonce = randomBytes(nonceLength);
  const cipher = createCipheriv(algorithm, key, nonce, { authTagLength: tagLength }).setAAD(aad);
  const ciphertext = [cipher.update(plaintext), cipher.final()];
  return Buffer.concat([nonce, cipher.getAuthTag(), ...ciphertext]);
}

/** Decrypts a result of `encrypt`. Throws if the result was altered, or if the key or the `aad` differs. */
export function decrypt(key: KeyObject, sealed: Buffer, aad: Uint8Array): Buffer {
  const nonce = sealed.subarray(0, nonceLength);
  const tag = sealed.subarray(nonceLength, nonceLength + tagLength);
  const decipher = createDecipheriv(algorithm, key, nonce, { authTagLength: tagLength });
  decipher.setAAD(aad).setAuthTag(tag);
  return Buffer.concat([decipher.update(sealed.subarray(nonceLength + tagLength)), decipher.final()]);
}

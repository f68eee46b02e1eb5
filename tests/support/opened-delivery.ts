/** Decrypts a delivery for tests. Does not check the signature, which other tests check. */
import { type CompactJWEHeaderParameters, type CryptoKey, compactDecrypt, type JWK } from 'jose';
import type { Delivery } from '../../server/delivery/provider-delivery.ts';

/** The plaintext of documents added after the application was delivered (D26). */
export type DocumentDelivery = Omit<Delivery, 'type' | 'snapshot' | 'evidence'> & {
  readonly type: 'documents';
};

export interface OpenedDelivery<Content> {
  readonly header: CompactJWEHeaderParameters;
  /** The JWS inside the JWE. */
  readonly jws: string;
  readonly content: Content;
}

/** Decrypts a delivery with the provider's private key. */
export async function openedDelivery<Content extends Delivery | DocumentDelivery = Delivery>(
  jwe: string,
  privateKey: JWK | CryptoKey,
): Promise<OpenedDelivery<Content>> {
  const { plaintext, protectedHeader } = await compactDecrypt(jwe, privateKey);
  const jws = Buffer.from(plaintext).toString('latin1');
  const payload = Buffer.from(jws.split('.')[1] ?? '', 'base64url').toString('utf8');
  return { header: protectedHeader, jws, content: JSON.parse(payload) as Content };
}

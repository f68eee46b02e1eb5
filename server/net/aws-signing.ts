/** Signs requests to AWS (Signature Version 4) with AWS's own signer, which uses Node's OpenSSL for hashes. */
import { createHash, createHmac, type Hash, type Hmac } from 'node:crypto';
import type { AccessKey } from './aws-access-key.ts';
import type { ServiceRequest } from './service-call.ts';

interface SignedFor {
  readonly service: 'kms' | 's3';
  readonly region: string;
  readonly key: AccessKey;
  /** The time of the signature. By default, the current time by this node's clock. */
  readonly at?: Date;
}

/** Returns a request's headers with the signature added. Hashes the body unless a header already contains the body's SHA-256. */
export async function signedHeaders(
  url: URL,
  { method, headers, body }: ServiceRequest,
  { service, region, key, at = new Date() }: SignedFor,
): Promise<Readonly<Record<string, string>>> {
  // Load the signer on demand, because most installations use neither KMS nor a bucket.
  const { SignatureV4 } = await import('@smithy/signature-v4');
  const signer = new SignatureV4({
    service,
    region,
    credentials: key,
    sha256: Sha256,
    // S3 expects the path to be escaped once. All other services expect it to be escaped twice.
    uriEscapePath: service !== 's3',
  });
  const signed = await signer.sign(
    {
      method,
      protocol: url.protocol,
      hostname: url.hostname,
      path: url.pathname,
      query: Object.fromEntries(url.searchParams),
      headers: { host: url.host, ...headers },
      body,
    },
    { signingDate: at },
  );
  return signed.headers;
}

/** Computes SHA-256, or HMAC-SHA-256 if there is a secret. Has the interface that the signer needs. Uses Node's OpenSSL. */
class Sha256 {
  readonly #hash: Hash | Hmac;

  constructor(secret?: string | ArrayBuffer | ArrayBufferView) {
    // This cast is safe, because the signer passes only strings and its own digests as secrets.
    const key = secret as string | Uint8Array | undefined;
    this.#hash = key === undefined ? createHash('sha256') : createHmac('sha256', key);
  }

  update(data: string | Uint8Array): void {
    this.#hash.update(data);
  }

  async digest(): Promise<Uint8Array> {
    return this.#hash.digest();
  }
}

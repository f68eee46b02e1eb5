/** Requests signed as AWS asks (Signature Version 4), by AWS's own signer over Node's OpenSSL. */
import { createHash, createHmac, type Hash, type Hmac } from 'node:crypto';
import type { AccessKey } from './aws-access-key.ts';
import type { ServiceRequest } from './service-call.ts';

export interface SignedFor {
  readonly service: 'kms' | 's3';
  readonly region: string;
  readonly key: AccessKey;
  /** The moment that the signature names; without it now, by the clock of the node. */
  readonly at?: Date;
}

/** The headers of a request, its own and those of the signature. The body's SHA-256 is worked out unless a header holds it. */
export async function signedHeaders(
  url: URL,
  { method, headers, body }: ServiceRequest,
  { service, region, key, at = new Date() }: SignedFor,
): Promise<Readonly<Record<string, string>>> {
  // Loaded where it is used: most installations have neither KMS nor a bucket.
  const { SignatureV4 } = await import('@smithy/signature-v4');
  const signer = new SignatureV4({
    service,
    region,
    credentials: key,
    sha256: Sha256,
    // S3 alone takes the path as it is.
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

/** SHA-256, or HMAC where there is a secret, of Node's OpenSSL, in the form that the signer asks for. */
class Sha256 {
  readonly #secret: string | ArrayBuffer | ArrayBufferView | undefined;
  #hash: Hash | Hmac;

  constructor(secret?: string | ArrayBuffer | ArrayBufferView) {
    this.#secret = secret;
    this.#hash = this.#begin();
  }

  #begin(): Hash | Hmac {
    return this.#secret === undefined ? createHash('sha256') : createHmac('sha256', bytesFrom(this.#secret));
  }

  update(data: string | ArrayBuffer | ArrayBufferView): void {
    this.#hash.update(bytesFrom(data));
  }

  async digest(): Promise<Uint8Array> {
    return this.#hash.digest();
  }

  reset(): void {
    this.#hash = this.#begin();
  }
}

function bytesFrom(data: string | ArrayBuffer | ArrayBufferView): Buffer {
  if (typeof data === 'string') return Buffer.from(data, 'utf8');
  return ArrayBuffer.isView(data)
    ? Buffer.from(data.buffer, data.byteOffset, data.byteLength)
    : Buffer.from(data);
}

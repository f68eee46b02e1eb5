/** Calls an S3-compatible bucket (https://docs.aws.amazon.com/AmazonS3/latest/API) through path-style URLs. */
import { type AccessKeySource, accessKeyOf } from '../../net/aws-access-key.ts';
import { signedHeaders } from '../../net/aws-signing.ts';
import type { BucketAddress } from '../../net/service-addresses.ts';
import {
  repeated,
  ServiceAway,
  type ServiceRequest,
  type ServiceResponse,
  sending,
  tooLarge,
  type Verdict,
} from '../../net/service-call.ts';

/** Thrown if the bucket is unavailable. A later try may succeed. The API responds with 503 `unavailable`. */
export class DocumentsUnavailable extends Error {
  override readonly name = 'DocumentsUnavailable';
  /** The cause in one word, such as `ECONNREFUSED` or `S3_SlowDown`. */
  readonly code: string;

  constructor(code: string) {
    super(`The documents' bucket is unavailable at the moment (${code}).`);
    this.code = code;
  }
}

interface BucketObject {
  /** The object's name, without the bucket's prefix. */
  readonly name: string;
  readonly bytes: Uint8Array;
  /** The SHA-256 of the bytes in hexadecimal. The bucket refuses bytes with a different hash. */
  readonly sha256: string;
}

export type Bucket = ReturnType<typeof openBucket>;

type BucketCall = 'put' | 'get' | 'remove' | 'look';

export interface BucketOptions extends AccessKeySource {
  readonly address: BucketAddress;
  readonly attemptMillis?: number;
  readonly pauseMillis?: number;
  /** Called after each call with its outcome: `ok`, `missing`, the code of DocumentsUnavailable, or `failed` for other errors. */
  readonly observe?: (call: BucketCall, outcome: string, millis: number) => void;
}

const attemptMillisOfCall = 6_000;
/** The maximum number of attempts of a call. */
const attempts = 3;

/** Maximum size in bytes of an object that the server reads. The largest encrypted upload is smaller. */
const largest = 24 * 1_048_576;

/** The error codes after which a call is repeated, in addition to the statuses 429 and 5xx, except 501 (not implemented). */
const transientErrors = new Set(['RequestTimeout', 'SlowDown', 'OperationAborted', 'RequestTimeTooSkewed']);

/** The error codes after which a call is repeated with a new access key. */
const endedKeys = new Set(['ExpiredToken', 'InvalidAccessKeyId', 'InvalidToken', 'TokenRefreshRequired']);

/** Returns functions that call a bucket. Each of them may reject with DocumentsUnavailable. */
export function openBucket(options: BucketOptions) {
  const { address, attemptMillis = attemptMillisOfCall, pauseMillis = 300, observe = () => {} } = options;
  const { region, prefix } = address;
  const send = sending({ attemptMillis, largest });
  const withKey = accessKeyOf(options, send);

  const urlOf = (name: string) => new URL(`${address.bucket.pathname}/${prefix}${name}`, address.bucket);
  const settingOf = (name: string) => new URL(`?${name}=`, address.bucket);
  const repeatedly = (once: () => Promise<ServiceResponse>) =>
    repeated(once, verdictOn, { attempts, pauseMillis });

  /** Milliseconds by which the bucket's clock is ahead of this node's. Measured when the bucket rejects a signature's time. */
  let aheadMillis = 0;

  /** Sends a signed request, and resolves to the response, even if its status is an error. */
  function signed(url: URL, request: ServiceRequest): Promise<ServiceResponse> {
    return withKey(
      (key) =>
        repeatedly(async () => {
          const at = new Date(Date.now() + aheadMillis);
          const headers = await signedHeaders(url, request, { service: 's3', region, key, at });
          const response = await send(url, { ...request, headers });
          if (errorOf(response) === 'RequestTimeTooSkewed') aheadMillis = millisAhead(response);
          return response;
        }),
      (response) => endedKeys.has(errorOf(response)),
    );
  }

  /** Runs a call, reports its outcome, and converts a failure of the service to DocumentsUnavailable. */
  async function observed<Value>(call: BucketCall, work: () => Promise<Value>): Promise<Value> {
    const from = performance.now();
    const report = (outcome: string) => observe(call, outcome, performance.now() - from);
    try {
      const value = await work();
      report(call === 'get' && value === undefined ? 'missing' : 'ok');
      return value;
    } catch (error) {
      const failure = error instanceof ServiceAway ? new DocumentsUnavailable(error.code) : error;
      report(failure instanceof DocumentsUnavailable ? failure.code : 'failed');
      throw failure;
    }
  }

  return {
    /** Stores an object, and resolves after the bucket has confirmed it. */
    put: ({ name, bytes, sha256 }: BucketObject) =>
      observed('put', async () => {
        const headers = { 'content-type': 'application/octet-stream', 'x-amz-content-sha256': sha256 };
        requireStatus(await signed(urlOf(name), { method: 'PUT', headers, body: bytes }), 200);
      }),
    /** Returns an object, or undefined if it does not exist or is larger than any document. */
    get: (name: string) =>
      observed('get', async () => {
        const response = await signed(urlOf(name), withoutBody('GET')).catch(ifTooLarge);
        if (!response || isMissing(response)) return undefined;
        requireStatus(response, 200);
        return response.bytes;
      }),
    /** Deletes an object. Succeeds even if the object does not exist. */
    remove: (name: string) =>
      observed('remove', async () => {
        const response = await signed(urlOf(name), withoutBody('DELETE'));
        if (!isMissing(response)) requireStatus(response, 204, 200);
      }),
    /** Returns whether anyone can read the object without a signature. */
    isOpenToAll: (name: string) =>
      observed('look', async () => {
        const { status } = await repeatedly(() => send(urlOf(name), { method: 'GET', headers: {} }));
        return status === 200;
      }),
    /** Returns whether the bucket keeps overwritten or deleted objects, or undefined if the bucket does not say. */
    keepsVersions: () =>
      observed('look', async () => {
        const response = await signed(settingOf('versioning'), withoutBody('GET'));
        if (response.status !== 200) return undefined;
        return /<Status>\s*(Enabled|Suspended)\s*<\/Status>/.test(textOf(response));
      }),
    /** Returns whether the bucket prevents the deletion of objects, or undefined if the bucket does not say. */
    locksObjects: () =>
      observed('look', async () => {
        const response = await signed(settingOf('object-lock'), withoutBody('GET'));
        if (response.status === 200) return /<ObjectLockEnabled>\s*Enabled\s*</.test(textOf(response));
        return errorOf(response) === 'ObjectLockConfigurationNotFoundError' ? false : undefined;
      }),
  };
}

/** Returns a request with the SHA-256 of an empty body, which S3 requires. */
function withoutBody(method: 'GET' | 'DELETE'): ServiceRequest {
  const sha256 = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';
  return { method, headers: { 'x-amz-content-sha256': sha256 } };
}

const isMissing = (response: ServiceResponse) => response.status === 404 && errorOf(response) === 'NoSuchKey';

const textOf = ({ bytes }: ServiceResponse) => bytes.toString('utf8', 0, 8_192);

/** Returns S3's error code, or an empty string if there is none. Never reveals other parts of the body. */
function errorOf(response: ServiceResponse): string {
  if (response.status >= 200 && response.status <= 299) return '';
  return /<Code>\s*([A-Za-z0-9]{1,60})\s*<\/Code>/.exec(textOf(response))?.[1] ?? '';
}

/** Returns undefined if the error says that an object is larger than any that the server stores. Rethrows other errors. */
function ifTooLarge(error: unknown): undefined {
  if (!(error instanceof ServiceAway) || error.code !== tooLarge) throw error;
}

/** Returns how many milliseconds the bucket's clock is ahead of this node's, or 0 if the response has no date. */
function millisAhead({ headers }: ServiceResponse): number {
  const at = Date.parse(headers.date ?? '');
  return Number.isNaN(at) ? 0 : at - Date.now();
}

/** Returns `S3_` followed by S3's error code or the status, shortened to 40 characters, which is the log's limit. */
const codeOf = (response: ServiceResponse) => `S3_${errorOf(response).slice(0, 37) || response.status}`;

function verdictOn(response: ServiceResponse): Verdict | undefined {
  const { status } = response;
  const again = status === 429 || (status >= 500 && status !== 501) || transientErrors.has(errorOf(response));
  return again ? { code: codeOf(response), again } : undefined;
}

/** Throws DocumentsUnavailable if the response's status is not in `statuses`, even if it is 403 (a missing permission). */
function requireStatus(response: ServiceResponse, ...statuses: readonly number[]): void {
  if (!statuses.includes(response.status)) throw new DocumentsUnavailable(codeOf(response));
}

/**
 * The calls of a bucket that speaks as Amazon S3 does (https://docs.aws.amazon.com/AmazonS3/latest/API), as far as documents need
 * them. It is asked by the bucket's path, which each such service takes.
 */
import { type AccessKeySource, accessKeyOf } from '../../net/aws-access-key.ts';
import { signedHeaders } from '../../net/aws-signing.ts';
import type { BucketAddress } from '../../net/bucket-address.ts';
import {
  repeated,
  ServiceAway,
  type ServiceRequest,
  type ServiceResponse,
  sending,
  tooLarge,
  type Verdict,
} from '../../net/service-call.ts';

/** The bucket cannot be used just now; trying later may help. The API responds with 503 `unavailable`. */
export class DocumentsUnavailable extends Error {
  override readonly name = 'DocumentsUnavailable';
  /** Why, in a word, such as `ECONNREFUSED` or `S3_SlowDown`. */
  readonly code: string;

  constructor(code: string) {
    super(`The bucket of the documents cannot be used just now (${code}).`);
    this.code = code;
  }
}

/** An object: how it is called below the prefix, and its bytes. */
export interface BucketObject {
  readonly name: string;
  readonly bytes: Uint8Array;
  /** Of the bytes, hexadecimal: the bucket refuses others. */
  readonly sha256: string;
}

/** All of them reject with DocumentsUnavailable. */
export interface Bucket {
  /** Resolves once the bucket has it, for good by its own word. */
  readonly put: (object: BucketObject) => Promise<void>;
  /** Undefined where there is none of this name, or one that is larger than any document. */
  readonly get: (name: string) => Promise<Buffer | undefined>;
  /** Also where there is none of this name. */
  readonly remove: (name: string) => Promise<void>;
  /** Asks without a signature, as anybody can: whether they would be given an object. */
  readonly isOpenToAll: (name: string) => Promise<boolean>;
  /** Whether it keeps what was written over or removed; undefined where it does not say. */
  readonly keepsVersions: () => Promise<boolean | undefined>;
  /** Whether it keeps objects from being removed; undefined where it does not say. */
  readonly locksObjects: () => Promise<boolean | undefined>;
}

export type BucketCall = 'put' | 'get' | 'remove' | 'look';

export interface BucketOptions extends AccessKeySource {
  readonly address: BucketAddress;
  /** Longest time of one attempt, in milliseconds. */
  readonly attemptMillis?: number;
  readonly pauseMillis?: number;
  /** Told of each call that has ended: `ok`, `missing`, or the code of DocumentsUnavailable. */
  readonly observe?: (call: BucketCall, outcome: string, millis: number) => void;
}

/** Together below the time in which a page expects an answer to an upload, whose document is checked before. */
const attemptMillisOfCall = 6_000;
const attempts = 3;

/** Bytes of the largest document as it came, sealed, with room to spare. */
const largest = 24 * 1_048_576;

/** Errors that pass though their status is not 429 or 5xx. */
const passing = new Set(['RequestTimeout', 'SlowDown', 'OperationAborted', 'RequestTimeTooSkewed']);

/** What a service says that does not know a question. */
const notImplemented = 501;

/** Errors that another access key may mend. */
const endedKeys = new Set(['ExpiredToken', 'InvalidAccessKeyId', 'InvalidToken', 'TokenRefreshRequired']);

export function openBucket(options: BucketOptions): Bucket {
  const { address, attemptMillis = attemptMillisOfCall, pauseMillis = 300, observe = () => {} } = options;
  const { region, prefix } = address;
  const send = sending({ attemptMillis, largest });
  const withKey = accessKeyOf(options, send);

  const urlOf = (name: string) => new URL(`${address.bucket.pathname}/${prefix}${name}`, address.bucket);
  const repeatedly = (once: () => Promise<ServiceResponse>) =>
    repeated(once, verdictOn, { attempts, pauseMillis });

  /** How far the bucket's clock is ahead of this node's, once it has refused a signature for that. */
  let aheadMillis = 0;

  /** Sends a signed request; resolves with its response, whatever its status. */
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

  /** Runs a call, notes how it ended, and turns a failure of the service into DocumentsUnavailable. */
  async function noted<Value>(call: BucketCall, work: () => Promise<Value>): Promise<Value> {
    const from = performance.now();
    const note = (outcome: string) => observe(call, outcome, performance.now() - from);
    try {
      const value = await work();
      note(call === 'get' && value === undefined ? 'missing' : 'ok');
      return value;
    } catch (error) {
      const failure = error instanceof ServiceAway ? new DocumentsUnavailable(error.code) : error;
      note(failure instanceof DocumentsUnavailable ? failure.code : 'failed');
      throw failure;
    }
  }

  return {
    put: ({ name, bytes, sha256 }) =>
      noted('put', async () => {
        const headers = { 'content-type': 'application/octet-stream', 'x-amz-content-sha256': sha256 };
        mustBe(await signed(urlOf(name), { method: 'PUT', headers, body: bytes }), 200);
      }),
    get: (name) =>
      noted('get', async () => {
        const response = await signed(urlOf(name), { method: 'GET', headers: ofNothing }).catch(ifTooLarge);
        if (!response || (response.status === 404 && errorOf(response) === 'NoSuchKey')) return undefined;
        mustBe(response, 200);
        return response.bytes;
      }),
    remove: (name) =>
      noted('remove', async () => {
        const response = await signed(urlOf(name), { method: 'DELETE', headers: ofNothing });
        if (response.status === 404 && errorOf(response) === 'NoSuchKey') return;
        mustBe(response, 204, 200);
      }),
    isOpenToAll: (name) =>
      noted('look', async () => {
        const { status } = await repeatedly(() => send(urlOf(name), { method: 'GET', headers: {} }));
        return status === 200;
      }),
    keepsVersions: () =>
      noted('look', async () => {
        const response = await signed(withQuery(address.bucket, 'versioning'), {
          method: 'GET',
          headers: ofNothing,
        });
        if (response.status !== 200) return undefined;
        return /<Status>\s*(Enabled|Suspended)\s*<\/Status>/.test(textOf(response));
      }),
    locksObjects: () =>
      noted('look', async () => {
        const response = await signed(withQuery(address.bucket, 'object-lock'), {
          method: 'GET',
          headers: ofNothing,
        });
        if (response.status === 200) return /<ObjectLockEnabled>\s*Enabled\s*</.test(textOf(response));
        return errorOf(response) === 'ObjectLockConfigurationNotFoundError' ? false : undefined;
      }),
  };
}

/** SHA-256 of no bytes at all, which S3 wants said. */
const ofNothing = {
  'x-amz-content-sha256': 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
} as const;

function withQuery(bucket: URL, name: string): URL {
  const url = new URL(bucket);
  url.searchParams.set(name, '');
  return url;
}

function textOf({ bytes }: ServiceResponse): string {
  return bytes.toString('utf8', 0, 8_192);
}

/** The name of S3's error; empty for none. Only the first letters are read, and they are never shown as they are. */
function errorOf(response: ServiceResponse): string {
  if (response.status >= 200 && response.status <= 299) return '';
  return /<Code>\s*([A-Za-z0-9]{1,60})\s*<\/Code>/.exec(textOf(response))?.[1] ?? '';
}

/** Somebody has put another object there: it is not read to its end, and trying later does not help. */
function ifTooLarge(error: unknown): undefined {
  if (!(error instanceof ServiceAway) || error.code !== tooLarge) throw error;
}

/** How far the clock of whoever responds is ahead of ours, in milliseconds; 0 where it does not say. */
function millisAhead({ headers }: ServiceResponse): number {
  const at = Date.parse(headers.date ?? '');
  return Number.isNaN(at) ? 0 : at - Date.now();
}

/** At most 40 characters: the log takes no longer codes. */
function codeOf(response: ServiceResponse): string {
  return `S3_${errorOf(response).slice(0, 37) || response.status}`;
}

function verdictOn(response: ServiceResponse): Verdict | undefined {
  const { status } = response;
  const again =
    status === 429 || (status >= 500 && status !== notImplemented) || passing.has(errorOf(response));
  return again ? { code: codeOf(response), again } : undefined;
}

/** A refusal for lack of rights, or a bucket that is not there, passes once the operator has seen to it: no data is at fault. */
function mustBe(response: ServiceResponse, ...statuses: readonly number[]): void {
  if (!statuses.includes(response.status)) throw new DocumentsUnavailable(codeOf(response));
}

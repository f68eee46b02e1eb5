/**
 * Keys in AWS KMS (https://docs.aws.amazon.com/kms/latest/APIReference). Bytes are bound by the encryption context, which
 * CloudTrail records: it holds ids and nothing else.
 */
import { createHash, createHmac, type Hash, type Hmac } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { SignatureV4 } from '@smithy/signature-v4';
import type { KeyService } from '../key-wrapping.ts';
import { EncryptionError, KeysUnavailable } from '../sealing.ts';
import {
  type ExchangeOptions,
  exchange,
  type Send,
  type ServiceResponse,
  sending,
  textIn,
  type Verdict,
} from './exchange.ts';

export interface KmsOptions extends ExchangeOptions {
  readonly region: string;
  /** Where KMS is; by default the region's own address. */
  readonly endpoint?: string | undefined;
  /** An access key; without one that of the container’s role, or of the credentials file. */
  readonly accessKeyId?: string | undefined;
  readonly secretAccessKey?: string | undefined;
  readonly sessionToken?: string | undefined;
  /** Where a container gets the access key of its role, and the file with the token to ask with. */
  readonly containerCredentials?: string | undefined;
  readonly containerTokenFile?: string | undefined;
  /** In the form of ~/.aws/credentials; read again when KMS says that the credentials have ended. */
  readonly credentialsFile?: string | undefined;
  readonly profile?: string | undefined;
}

interface Credentials {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken?: string;
}

/** What may pass. */
const passing = new Set([
  'ThrottlingException',
  'LimitExceededException',
  'DependencyTimeoutException',
  'KMSInternalException',
  'KeyUnavailableException',
]);

/** What says that the bytes are not the key's, or bound to something else. */
const wrongBytes = new Set(['InvalidCiphertextException', 'IncorrectKeyException']);

/** What another access key may mend. */
const endedCredentials = new Set([
  'ExpiredTokenException',
  'ExpiredToken',
  'UnrecognizedClientException',
  'InvalidClientTokenId',
]);

/** Wraps by the keys of one region. Names are ids or ARNs of keys. */
export function awsKms(options: KmsOptions): KeyService {
  const { region, endpoint } = options;
  const url = new URL(endpoint ?? `https://kms.${region}.amazonaws.com`);
  const post = sending(options);
  let credentials: Promise<Credentials> | undefined;

  async function signed(operation: string, body: string, by: Credentials) {
    const signer = new SignatureV4({ service: 'kms', region, credentials: by, sha256: Sha256 });
    const { headers } = await signer.sign({
      method: 'POST',
      protocol: url.protocol,
      hostname: url.hostname,
      path: url.pathname,
      query: {},
      headers: {
        host: url.host,
        'content-type': 'application/x-amz-json-1.1',
        'x-amz-target': `TrentService.${operation}`,
      },
      body,
    });
    return headers;
  }

  /** Keeps what it asks for, unless that fails. */
  function askForCredentials(): Promise<Credentials> {
    const asked = credentialsOf(options, post);
    credentials = asked;
    asked.catch(() => {
      if (credentials === asked) credentials = undefined;
    });
    return asked;
  }

  async function call(operation: string, content: object): Promise<ServiceResponse> {
    const body = JSON.stringify(content);
    const send = async (by: Credentials) =>
      exchange(async () => post(url, await signed(operation, body, by), body), verdictOn, options);
    const found = credentials ?? askForCredentials();
    const first = await found;
    const response = await send(first);
    if (!endedCredentials.has(typeOf(response))) return response;
    // Of the calls that find them ended at the same time, one asks for others.
    const second = await (credentials === found ? askForCredentials() : (credentials ?? found));
    return second.accessKeyId === first.accessKeyId && second.sessionToken === first.sessionToken
      ? response
      : send(second);
  }

  const contextOf = (boundTo: Uint8Array) => ({
    purpose: 'data key of the card application',
    boundTo: Buffer.from(boundTo).toString('base64'),
  });

  return {
    wrap: async (name, bytes, boundTo) => {
      const response = await call('Encrypt', {
        KeyId: name,
        Plaintext: Buffer.from(bytes).toString('base64'),
        EncryptionContext: contextOf(boundTo),
      });
      return bytesIn(response, 'CiphertextBlob');
    },
    unwrap: async (name, wrapped, boundTo) => {
      const response = await call('Decrypt', {
        KeyId: name,
        CiphertextBlob: wrapped.toString('base64'),
        EncryptionContext: contextOf(boundTo),
      });
      if (wrongBytes.has(typeOf(response))) throw new EncryptionError();
      return bytesIn(response, 'Plaintext');
    },
    // KMS rotates the material below a key's id by itself, and knows what it wrapped with which.
    isNewest: async () => true,
  };
}

function bytesIn(response: ServiceResponse, member: string): Buffer {
  const base64 = textIn(response.body, member);
  if (response.status === 200 && base64 !== undefined) return Buffer.from(base64, 'base64');
  throw new KeysUnavailable(codeOf(response));
}

/** The name of KMS's error, without what may stand before it; empty for none. */
function typeOf({ body }: ServiceResponse): string {
  return (textIn(body, '__type') ?? '').replace(/^.*#/, '');
}

/** At most 40 characters: the log takes no longer codes. */
function codeOf(response: ServiceResponse): string {
  return `KMS_${typeOf(response).replace(/\W/g, '').slice(0, 36) || response.status}`;
}

function verdictOn(response: ServiceResponse): Verdict | undefined {
  if (response.status === 200) return undefined;
  const again = passing.has(typeOf(response)) || response.status === 429 || response.status >= 500;
  return { code: codeOf(response), again };
}

async function credentialsOf(options: KmsOptions, send: Send): Promise<Credentials> {
  const { accessKeyId, secretAccessKey, sessionToken, containerCredentials } = options;
  if (accessKeyId !== undefined && secretAccessKey !== undefined)
    return { accessKeyId, secretAccessKey, ...(sessionToken !== undefined && { sessionToken }) };
  return containerCredentials === undefined
    ? credentialsInFile(options)
    : credentialsOfContainer(options, new URL(containerCredentials), send);
}

async function credentialsInFile({ credentialsFile, profile = 'default' }: KmsOptions): Promise<Credentials> {
  const text = await readFile(credentialsFile ?? '', 'utf8').catch(() => '');
  const read = profileIn(text, profile);
  if (!read) throw new KeysUnavailable('KMS_CREDENTIALS_FILE');
  return read;
}

/**
 * What the agent beside a container gives for its role, for some hours, in ECS and EKS
 * (https://docs.aws.amazon.com/sdkref/latest/guide/feature-container-credentials.html).
 */
async function credentialsOfContainer(options: KmsOptions, url: URL, send: Send): Promise<Credentials> {
  const { containerTokenFile } = options;
  const token = containerTokenFile && (await readFile(containerTokenFile, 'utf8').catch(() => '')).trim();
  const headers: Readonly<Record<string, string>> = token ? { authorization: token } : {};
  const { body } = await exchange(() => send(url, headers), verdictOn, options);
  const accessKeyId = textIn(body, 'AccessKeyId');
  const secretAccessKey = textIn(body, 'SecretAccessKey');
  const sessionToken = textIn(body, 'Token');
  if (accessKeyId === undefined || secretAccessKey === undefined)
    throw new KeysUnavailable('KMS_CONTAINER_CREDENTIALS');
  return { accessKeyId, secretAccessKey, ...(sessionToken !== undefined && { sessionToken }) };
}

/** A profile of an INI file as the AWS tools write it. */
function profileIn(text: string, profile: string): Credentials | undefined {
  let section = '';
  const values = new Map<string, string>();
  for (const line of text.split(/\r?\n/)) {
    const [, name] = /^\s*\[([^\]]+)\]/.exec(line) ?? [];
    if (name !== undefined) section = name.trim();
    const [, key, value] = /^\s*(\w+)\s*=\s*(\S+)\s*$/.exec(line) ?? [];
    if (section === profile && key !== undefined && value !== undefined) values.set(key, value);
  }
  const [accessKeyId, secretAccessKey] = [
    values.get('aws_access_key_id'),
    values.get('aws_secret_access_key'),
  ];
  const sessionToken = values.get('aws_session_token');
  if (accessKeyId === undefined || secretAccessKey === undefined) return undefined;
  return { accessKeyId, secretAccessKey, ...(sessionToken !== undefined && { sessionToken }) };
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

/**
 * Wraps data keys in AWS KMS. The encryption context binds each data key to its owner. CloudTrail records the context in plain
 * text, so it contains only ids.
 */
import { type AccessKey, type AccessKeySource, accessKeyOf, NoAccessKey } from '../../net/aws-access-key.ts';
import { signedHeaders } from '../../net/aws-signing.ts';
import { ServiceAway, type Verdict } from '../../net/service-call.ts';
import type { KeyService } from '../key-wrapping.ts';
import { EncryptionError, KeysUnavailable } from '../sealing.ts';
import { type ExchangeOptions, keyServiceCalls, type ServiceResponse, textIn } from './exchange.ts';

export interface KmsOptions extends ExchangeOptions, AccessKeySource {
  readonly region: string;
  readonly endpoint?: string | undefined;
}

const transient = new Set([
  'ThrottlingException',
  'LimitExceededException',
  'DependencyTimeoutException',
  'KMSInternalException',
  'KeyUnavailableException',
]);

/** The errors for bytes that were wrapped with another key, or that are bound to another owner. */
const wrongBytes = new Set(['InvalidCiphertextException', 'IncorrectKeyException']);

/** The errors for which a new access key may help. */
const endedCredentials = new Set([
  'ExpiredTokenException',
  'ExpiredToken',
  'UnrecognizedClientException',
  'InvalidClientTokenId',
]);

/** Returns a service that wraps data keys with the keys of one region. A key's name is its id or ARN. */
export function awsKms(options: KmsOptions): KeyService {
  const { region, endpoint } = options;
  const url = new URL(endpoint ?? `https://kms.${region}.amazonaws.com`);
  const { send, post } = keyServiceCalls(options, verdictOn);
  const withKey = accessKeyOf(options, send);

  async function call(operation: string, content: object): Promise<ServiceResponse> {
    const body = JSON.stringify(content);
    const headers = {
      'content-type': 'application/x-amz-json-1.1',
      'x-amz-target': `TrentService.${operation}`,
    };
    const signed = (key: AccessKey) =>
      signedHeaders(url, { method: 'POST', headers, body }, { service: 'kms', region, key });
    try {
      return await withKey(
        (key) => post(url, body, () => signed(key)),
        (response) => endedCredentials.has(typeOf(response)),
      );
    } catch (error) {
      if (error instanceof NoAccessKey) throw new KeysUnavailable(`KMS_${error.code}`);
      throw error instanceof ServiceAway ? new KeysUnavailable(error.code) : error;
    }
  }

  const about = (KeyId: string, boundTo: Uint8Array) => ({
    KeyId,
    EncryptionContext: { purpose: 'data key of the card application', boundTo: base64(boundTo) },
  });

  return {
    wrap: async (name, bytes, boundTo) => {
      const response = await call('Encrypt', { ...about(name, boundTo), Plaintext: base64(bytes) });
      return bytesIn(response, 'CiphertextBlob');
    },
    unwrap: async (name, wrapped, boundTo) => {
      const response = await call('Decrypt', { ...about(name, boundTo), CiphertextBlob: base64(wrapped) });
      if (wrongBytes.has(typeOf(response))) throw new EncryptionError();
      return bytesIn(response, 'Plaintext');
    },
    // KMS rotates the material of a key by itself and finds the right material for unwrapping, so rewrapping is never necessary.
    isNewest: async () => true,
  };
}

const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64');

function bytesIn(response: ServiceResponse, member: string): Buffer {
  const text = textIn(response.body, member);
  if (response.status === 200 && text !== undefined) return Buffer.from(text, 'base64');
  throw new KeysUnavailable(codeOf(response));
}

/** Returns the name of KMS's error without its prefix, or an empty string if the response contains none. */
function typeOf({ body }: ServiceResponse): string {
  return (textIn(body, '__type') ?? '').replace(/^.*#/, '');
}

/** Returns an error code, shortened to the 40 characters that the log accepts. */
function codeOf(response: ServiceResponse): string {
  return `KMS_${typeOf(response).replace(/\W/g, '').slice(0, 36) || response.status}`;
}

function verdictOn(response: ServiceResponse): Verdict | undefined {
  if (response.status === 200) return undefined;
  const again = transient.has(typeOf(response)) || response.status === 429 || response.status >= 500;
  return { code: codeOf(response), again };
}

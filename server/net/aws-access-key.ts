/** Finds the access key for signing requests to AWS or a compatible service. */
import { readFile } from 'node:fs/promises';
import { repeated, type Send, ServiceAway, type ServiceResponse } from './service-call.ts';

export interface AccessKey {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken?: string;
}

/** The sources of an access key: the key itself, a container's role, or a file. The first that is set is used. */
export interface AccessKeySource {
  readonly accessKeyId?: string | undefined;
  readonly secretAccessKey?: string | undefined;
  readonly sessionToken?: string | undefined;
  /** The URL from which a container gets its role's key. The file `containerTokenFile` contains the token for the request. */
  readonly containerCredentials?: string | undefined;
  readonly containerTokenFile?: string | undefined;
  /** The path of a file in the format of ~/.aws/credentials. */
  readonly credentialsFile?: string | undefined;
  readonly profile?: string | undefined;
}

/** Thrown if no access key is available at the moment. */
export class NoAccessKey extends ServiceAway {}

/** The retries of calls to a container's agent. The pauses can be short, because the agent is on the same machine. */
const retrying = { attempts: 3, pauseMillis: 200 };

/**
 * Returns a function that runs a call with a cached access key. If `hasEnded` says that the key expired, the function reloads it,
 * and repeats the call if the key changed. If there is no key, rejects with NoAccessKey, whose code is `CREDENTIALS_FILE` or
 * `CONTAINER_CREDENTIALS`. If a container's agent doesn't respond, rejects with ServiceAway.
 */
export function accessKeyOf(source: AccessKeySource, send: Send) {
  let kept: Promise<AccessKey> | undefined;

  /** Loads the access key and caches it. Does not cache a failure, so the next call tries to load the key again. */
  function load(): Promise<AccessKey> {
    const loading = keyFrom(source, send);
    kept = loading;
    loading.catch(() => {
      if (kept === loading) kept = undefined;
    });
    return loading;
  }

  return async <Response>(
    call: (key: AccessKey) => Promise<Response>,
    hasEnded: (response: Response) => boolean,
  ): Promise<Response> => {
    const found = kept ?? load();
    const first = await found;
    const response = await call(first);
    if (!hasEnded(response)) return response;
    // If several concurrent calls find that the key has expired, the first loads a new key and the others wait for the new key.
    const second = await (kept === found ? load() : (kept ?? found));
    return second.accessKeyId === first.accessKeyId && second.sessionToken === first.sessionToken
      ? response
      : call(second);
  };
}

async function keyFrom(source: AccessKeySource, send: Send): Promise<AccessKey> {
  const { accessKeyId, secretAccessKey, sessionToken, containerCredentials } = source;
  const given = keyOf(accessKeyId, secretAccessKey, sessionToken);
  if (given) return given;
  if (containerCredentials !== undefined) return keyOfContainer(source, new URL(containerCredentials), send);
  const text = await readFile(source.credentialsFile ?? '', 'utf8').catch(() => '');
  const inFile = profileIn(text, source.profile ?? 'default');
  if (!inFile) throw new NoAccessKey('CREDENTIALS_FILE');
  return inFile;
}

function keyOf(accessKeyId?: string, secretAccessKey?: string, sessionToken?: string): AccessKey | undefined {
  if (accessKeyId === undefined || secretAccessKey === undefined) return undefined;
  return { accessKeyId, secretAccessKey, ...(sessionToken !== undefined && { sessionToken }) };
}

/** Fetches the key of an ECS or EKS role (https://docs.aws.amazon.com/sdkref/latest/guide/feature-container-credentials.html). */
async function keyOfContainer(
  { containerTokenFile }: AccessKeySource,
  url: URL,
  send: Send,
): Promise<AccessKey> {
  const token = containerTokenFile && (await readFile(containerTokenFile, 'utf8').catch(() => '')).trim();
  const headers: Readonly<Record<string, string>> = token ? { authorization: token } : {};
  const { bytes } = await repeated(() => send(url, { method: 'GET', headers }), verdictOn, retrying);
  const key = keyOf(...['AccessKeyId', 'SecretAccessKey', 'Token'].map((name) => memberOf(bytes, name)));
  if (!key) throw new NoAccessKey('CONTAINER_CREDENTIALS');
  return key;
}

function verdictOn({ status }: ServiceResponse) {
  return { code: String(status), again: status === 429 || status >= 500 };
}

function memberOf(bytes: Buffer, name: string): string | undefined {
  try {
    const value: unknown = JSON.parse(bytes.toString('utf8'))[name];
    return typeof value === 'string' ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Returns the access key of a profile in an INI file in the format of the AWS tools, or undefined if the profile has none. */
function profileIn(text: string, profile: string): AccessKey | undefined {
  let section = '';
  const values = new Map<string, string>();
  for (const line of text.split(/\r?\n/)) {
    const [, name] = /^\s*\[([^\]]+)\]/.exec(line) ?? [];
    if (name !== undefined) section = name.trim();
    const [, key, value] = /^\s*(\w+)\s*=\s*(\S+)\s*$/.exec(line) ?? [];
    if (section === profile && key !== undefined && value !== undefined) values.set(key, value);
  }
  const [id, secret] = [values.get('aws_access_key_id'), values.get('aws_secret_access_key')];
  return keyOf(id, secret, values.get('aws_session_token'));
}

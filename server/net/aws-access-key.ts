/** Where the access key comes from that requests to AWS, or to what speaks as it does, are signed with. */
import { readFile } from 'node:fs/promises';
import { repeated, type Send, ServiceAway, type ServiceResponse } from './service-call.ts';

export interface AccessKey {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken?: string;
}

/** The first of them that is set: the key itself, a file, a container's role. */
export interface AccessKeySource {
  readonly accessKeyId?: string | undefined;
  readonly secretAccessKey?: string | undefined;
  readonly sessionToken?: string | undefined;
  /** Where a container gets the access key of its role, and the file with the token to ask with. */
  readonly containerCredentials?: string | undefined;
  readonly containerTokenFile?: string | undefined;
  /** In the form of ~/.aws/credentials. */
  readonly credentialsFile?: string | undefined;
  readonly profile?: string | undefined;
}

/** Runs a call with the access key; once more with another one where the response says that this one has ended. */
export type WithAccessKey = <Response>(
  call: (key: AccessKey) => Promise<Response>,
  hasEnded: (response: Response) => boolean,
) => Promise<Response>;

/** There is no access key to be had just now. */
export class NoAccessKey extends ServiceAway {}

/** How a container's agent is asked, which sits beside the container. */
const asking = { attempts: 3, pauseMillis: 200 };

/**
 * Keeps the access key, and reads or asks for another one when it has ended.
 * Its calls reject with NoAccessKey, whose code is `CREDENTIALS_FILE` or `CONTAINER_CREDENTIALS`, while there is none.
 */
export function accessKeyOf(source: AccessKeySource, send: Send): WithAccessKey {
  let kept: Promise<AccessKey> | undefined;

  /** Keeps what it asks for, unless that fails. */
  function ask(): Promise<AccessKey> {
    const asked = keyFrom(source, send);
    kept = asked;
    asked.catch(() => {
      if (kept === asked) kept = undefined;
    });
    return asked;
  }

  return async (call, hasEnded) => {
    const found = kept ?? ask();
    const first = await found;
    const response = await call(first);
    if (!hasEnded(response)) return response;
    // Of the calls that find it ended at the same time, one asks for another.
    const second = await (kept === found ? ask() : (kept ?? found));
    return second.accessKeyId === first.accessKeyId && second.sessionToken === first.sessionToken
      ? response
      : call(second);
  };
}

async function keyFrom(source: AccessKeySource, send: Send): Promise<AccessKey> {
  const { accessKeyId, secretAccessKey, sessionToken, containerCredentials } = source;
  if (accessKeyId !== undefined && secretAccessKey !== undefined)
    return { accessKeyId, secretAccessKey, ...(sessionToken !== undefined && { sessionToken }) };
  return containerCredentials === undefined
    ? keyInFile(source)
    : keyOfContainer(source, new URL(containerCredentials), send);
}

async function keyInFile({ credentialsFile, profile = 'default' }: AccessKeySource): Promise<AccessKey> {
  const text = await readFile(credentialsFile ?? '', 'utf8').catch(() => '');
  const read = profileIn(text, profile);
  if (!read) throw new NoAccessKey('CREDENTIALS_FILE');
  return read;
}

/**
 * What the agent beside a container gives for its role, for some hours, in ECS and EKS
 * (https://docs.aws.amazon.com/sdkref/latest/guide/feature-container-credentials.html).
 */
async function keyOfContainer(
  { containerTokenFile }: AccessKeySource,
  url: URL,
  send: Send,
): Promise<AccessKey> {
  const token = containerTokenFile && (await readFile(containerTokenFile, 'utf8').catch(() => '')).trim();
  const headers: Readonly<Record<string, string>> = token ? { authorization: token } : {};
  const { bytes } = await repeated(() => send(url, { method: 'GET', headers }), passing, asking);
  const [accessKeyId, secretAccessKey, sessionToken] = ['AccessKeyId', 'SecretAccessKey', 'Token'].map(
    (name) => memberOf(bytes, name),
  );
  if (accessKeyId === undefined || secretAccessKey === undefined)
    throw new NoAccessKey('CONTAINER_CREDENTIALS');
  return { accessKeyId, secretAccessKey, ...(sessionToken !== undefined && { sessionToken }) };
}

function passing({ status }: ServiceResponse) {
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

/** A profile of an INI file as the AWS tools write it. */
function profileIn(text: string, profile: string): AccessKey | undefined {
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

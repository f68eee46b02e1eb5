/**
 * Fake key services for tests: loopback servers that implement the parts of Vault's transit engine and of AWS KMS that the
 * product uses, according to their documentation. They really encrypt. They check tokens and signatures with their own code, not
 * the product's. Tests can make them fail.
 */
import { createCipheriv, createDecipheriv, createHash, createHmac, randomBytes } from 'node:crypto';
import { createServer, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

/** How a fake service fails. `{ status, body }`: responds with these. `hang`: never responds. `cut`: closes the connection. */
export type Failure = { readonly status: number; readonly body?: object } | 'hang' | 'cut';

export interface StandIn {
  readonly url: string;
  /** The operations that clients requested, such as `encrypt/card` or `Encrypt`, oldest first. */
  readonly asked: string[];
  /** Returns the headers of the latest request. */
  readonly headers: () => IncomingHttpHeaders;
  /** Makes the next requests fail, each with one of these failures, in order. */
  failNext(...failures: readonly Failure[]): void;
  /** Makes every request fail in this way until the function is called with undefined. */
  failAlways(failure: Failure | undefined): void;
  /** Executes the next request for this operation when it arrives, but sends the response only when `release` is called. */
  holdNext(name: string): Held;
}

/** A request whose response is held back. */
export interface Held {
  /** Resolves once the request has been executed. */
  readonly arrived: Promise<void>;
  release(): void;
}

interface Asked {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  readonly body: Readonly<Record<string, string>> & { readonly EncryptionContext?: Record<string, string> };
}

type Answer = { readonly status: number; readonly body: object };

async function standIn(name: (asked: Asked) => string, answer: (asked: Asked) => Answer): Promise<StandIn> {
  const asked: string[] = [];
  const failures: Failure[] = [];
  const holds: { readonly name: string; arrive(): void; readonly released: Promise<void> }[] = [];
  let always: Failure | undefined;
  let last: IncomingHttpHeaders = {};
  const server = createServer(async (request, response) => {
    const text = await textOf(request);
    last = request.headers;
    const given = { path: request.url ?? '', headers: request.headers, text, body: JSON.parse(text || '{}') };
    asked.push(name(given));
    const failure = failures.shift() ?? always;
    if (failure === 'cut') return request.socket.destroy();
    if (failure === 'hang') return undefined;
    const { status, body = {} } = failure ?? answer(given);
    const heldAt = holds.findIndex((hold) => hold.name === name(given));
    for (const hold of heldAt < 0 ? [] : holds.splice(heldAt, 1)) {
      hold.arrive();
      await hold.released;
    }
    return response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    headers: () => last,
    failNext: (...next) => void failures.push(...next),
    failAlways: (failure) => {
      always = failure;
    },
    holdNext: (held) => {
      const [arrived, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
      holds.push({ name: held, arrive: arrived.resolve, released: released.promise });
      return { arrived: arrived.promise, release: released.resolve };
    },
  };
}

async function textOf(request: IncomingMessage): Promise<string> {
  const pieces: Buffer[] = [];
  for await (const piece of request) pieces.push(piece as Buffer);
  return Buffer.concat(pieces).toString('utf8');
}

function seal(key: Buffer, plaintext: Buffer, aad: string): Buffer {
  const nonce = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(aad));
  return Buffer.concat([nonce, cipher.update(plaintext), cipher.final(), cipher.getAuthTag()]);
}

function unseal(key: Buffer, sealed: Buffer, aad: string): Buffer | undefined {
  try {
    const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, 12), { authTagLength: 16 });
    decipher.setAAD(Buffer.from(aad)).setAuthTag(sealed.subarray(-16));
    return Buffer.concat([decipher.update(sealed.subarray(12, -16)), decipher.final()]);
  } catch {
    return undefined;
  }
}

export interface VaultStandIn extends StandIn {
  /** Returns a new token for a token file, and revokes all earlier tokens. */
  newToken(): string;
  /** The AppRole credentials, in the format of the credentials file. */
  readonly appRole: string;
  /** Lifetime of new AppRole tokens in seconds, initially 3600. */
  leaseSeconds: number;
  /** Creates a new version of a key. */
  rotate(key: string): void;
  /** Makes all versions of a key except the newest unusable, as a higher `min_decryption_version` does. */
  dropOldVersions(key: string): void;
  /**
   * Makes the service ignore `associated_data` from now on, as Vault before 1.9 does. The service always ignores `context`,
   * because its keys are not derived.
   */
  ignoreBinding(): void;
}

/**
 * Starts a fake Vault with a transit engine at `transit`, AppRole at `approle`, the keys `card` and `next`, and an optional
 * namespace.
 */
export async function vaultStandIn({
  namespace,
}: {
  readonly namespace?: string;
} = {}): Promise<VaultStandIn> {
  const tokens = new Set<string>();
  const keys: Record<string, (Buffer | undefined)[]> = { card: [randomBytes(32)], next: [randomBytes(32)] };
  const [roleId, secretId] = ['role-1', `secret-${randomBytes(16).toString('hex')}`];
  let binds = true;
  const errors = (status: number, ...texts: string[]): Answer => ({ status, body: { errors: texts } });
  const state = { leaseSeconds: 3600 };

  /** Returns a new token for a login. The tokens of earlier logins stay valid, as in Vault. */
  function addToken(): string {
    const token = `hvs.${randomBytes(24).toString('base64url')}`;
    tokens.add(token);
    return token;
  }

  function newToken(): string {
    tokens.clear();
    return addToken();
  }

  function answer({ path, headers, body }: Asked): Answer {
    if (headers['x-vault-namespace'] !== namespace) return errors(404, 'no handler for route');
    if (path === '/v1/auth/approle/login') {
      if (body['role_id'] !== roleId || body['secret_id'] !== secretId)
        return errors(400, 'invalid role or secret ID');
      return {
        status: 200,
        body: { auth: { client_token: addToken(), lease_duration: state.leaseSeconds } },
      };
    }
    if (!tokens.has(String(headers['x-vault-token']))) return errors(403, 'permission denied');
    const [, operation, name = ''] = /^\/v1\/transit\/(encrypt|decrypt)\/(\w+)$/.exec(path) ?? [];
    const versions = keys[name];
    if (!operation || !versions) return errors(400, 'encryption key not found');
    const aad = binds ? (body['associated_data'] ?? '') : '';
    if (operation === 'encrypt') {
      const version = versions.length;
      const sealed = seal(versions.at(-1) as Buffer, Buffer.from(body['plaintext'] ?? '', 'base64'), aad);
      const ciphertext = `vault:v${version}:${sealed.toString('base64')}`;
      return { status: 200, body: { data: { ciphertext, key_version: version } } };
    }
    const [, version, base64 = ''] = /^vault:v(\d+):(.+)$/.exec(body['ciphertext'] ?? '') ?? [];
    const key = versions[Number(version) - 1];
    const plaintext = key && unseal(key, Buffer.from(base64, 'base64'), aad);
    if (!plaintext) return errors(400, 'cipher: message authentication failed');
    return { status: 200, body: { data: { plaintext: plaintext.toString('base64') } } };
  }

  const server = await standIn(({ path }) => path.replace(/^\/v1\/(transit\/)?/, ''), answer);
  return Object.assign(state, {
    ...server,
    newToken,
    appRole: JSON.stringify({ role_id: roleId, secret_id: secretId }),
    rotate: (key: string) => void keys[key]?.push(randomBytes(32)),
    dropOldVersions: (key: string) => void keys[key]?.fill(undefined, 0, -1),
    ignoreBinding: () => {
      binds = false;
    },
  });
}

export interface KmsStandIn extends StandIn {
  /** The ids of the two keys of this KMS. */
  readonly keyIds: readonly [string, string];
  /** Returns a new access key, and revokes the previous one. */
  newAccessKey(): { readonly accessKeyId: string; readonly secretAccessKey: string };
}

/** The token that clients must send to the container credentials agent. */
export const podToken = 'token-of-the-pod';

/** Starts a fake KMS for us-east-1, with the container credentials agent at `/v1/credentials`. */
export async function kmsStandIn(): Promise<KmsStandIn> {
  const keyIds = [crypto.randomUUID(), crypto.randomUUID()] as const;
  const keys = new Map(keyIds.map((id) => [id as string, randomBytes(32)]));
  let access = { accessKeyId: '', secretAccessKey: '' };
  const error = (type: string): Answer => ({ status: 400, body: { __type: type, message: `${type} here` } });

  function answer(asked: Asked): Answer {
    const { headers, body } = asked;
    if (asked.path === '/v1/credentials') {
      if (headers.authorization !== podToken) return { status: 401, body: {} };
      const { accessKeyId: AccessKeyId, secretAccessKey: SecretAccessKey } = access;
      return {
        status: 200,
        body: { AccessKeyId, SecretAccessKey, Token: 'session-of-the-pod', Expiration: '' },
      };
    }
    const authorization = String(headers.authorization);
    if (!authorization.includes(`Credential=${access.accessKeyId}/`)) return error('ExpiredTokenException');
    if (!isSigned(asked, access.secretAccessKey)) return error('InvalidSignatureException');
    const id = body['KeyId'] ?? '';
    const key = keys.get(id);
    if (!key) return error('NotFoundException');
    const context = JSON.stringify(Object.entries(body.EncryptionContext ?? {}).sort());
    if (headers['x-amz-target'] === 'TrentService.Encrypt') {
      const sealed = seal(key, Buffer.from(body['Plaintext'] ?? '', 'base64'), context);
      const blob = Buffer.concat([Buffer.from(id), sealed]);
      return { status: 200, body: { CiphertextBlob: blob.toString('base64'), KeyId: id } };
    }
    const blob = Buffer.from(body['CiphertextBlob'] ?? '', 'base64');
    if (blob.toString('latin1', 0, 36) !== id) return error('IncorrectKeyException');
    const plaintext = unseal(key, blob.subarray(36), context);
    if (!plaintext) return error('com.amazonaws.kms#InvalidCiphertextException');
    return { status: 200, body: { Plaintext: plaintext.toString('base64'), KeyId: id } };
  }

  const server = await standIn(
    ({ headers, path }) => String(headers['x-amz-target'] ?? path).replace('TrentService.', ''),
    answer,
  );
  return {
    ...server,
    keyIds,
    newAccessKey: () => {
      access = {
        accessKeyId: `AKIA${randomBytes(8).toString('hex').toUpperCase()}`,
        secretAccessKey: randomBytes(30).toString('base64'),
      };
      return access;
    },
  };
}

/** Returns whether a request has a valid Signature Version 4 according to AWS's page "Create a signed AWS API request". */
function isSigned({ path, headers, text }: Asked, secret: string): boolean {
  const authorization = String(headers.authorization);
  const [, scope = '', names = '', signature] =
    /^AWS4-HMAC-SHA256 Credential=\w+\/(\S+), SignedHeaders=(\S+), Signature=([0-9a-f]{64})$/.exec(
      authorization,
    ) ?? [];
  const hashed = (value: string) => createHash('sha256').update(value).digest('hex');
  const signed = names.split(';');
  if (!['host', 'x-amz-date', 'x-amz-target'].every((name) => signed.includes(name))) return false;
  const lines = signed.map((name) => `${name}:${String(headers[name]).trim()}\n`).join('');
  const request = ['POST', path, '', lines, names, hashed(text)].join('\n');
  const toSign = ['AWS4-HMAC-SHA256', headers['x-amz-date'], scope, hashed(request)].join('\n');
  let key: string | Buffer = `AWS4${secret}`;
  for (const part of [...scope.split('/')]) key = createHmac('sha256', key).update(part).digest();
  return (
    /^\d{8}\/us-east-1\/kms\/aws4_request$/.test(scope) &&
    createHmac('sha256', key).update(toSign).digest('hex') === signature
  );
}

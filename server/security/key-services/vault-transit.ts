/**
 * Wraps data keys with the transit engine of Vault or OpenBao (https://developer.hashicorp.com/vault/api-docs/secret/transit).
 * `associated_data` (Vault 1.9 and later) and, for a derived key, `context` bind the wrapped bytes to their owner.
 */
import { readFile } from 'node:fs/promises';
import type { Verdict } from '../../net/service-call.ts';
import type { KeyService } from '../key-wrapping.ts';
import { EncryptionError, KeysUnavailable } from '../sealing.ts';
import { type ExchangeOptions, keyServiceCalls, type ServiceResponse, textIn } from './exchange.ts';

export interface VaultOptions extends ExchangeOptions {
  /** Vault's URL, such as https://vault.internal:8200. */
  readonly address: string;
  readonly namespace?: string | undefined;
  /** The path of a file with a token. Vault Agent may rewrite the file at any time. */
  readonly tokenFile?: string | undefined;
  /** The path of a JSON file that contains `role_id` and `secret_id`, and optionally AppRole's `mount`. */
  readonly appRoleFile?: string | undefined;
}

/** Time in milliseconds for which the newest version of a key is cached. */
const newestMillis = 5_000;

/** The server gets a new token after this fraction of the old token's lifetime. */
const leaseShare = 0.8;

/** Returns a service for the keys of one Vault. A key's name begins with its transit engine's mount, as in `transit/card`. */
export function vaultTransit(options: VaultOptions): KeyService {
  const { address, namespace, tokenFile, appRoleFile } = options;
  const { post } = keyServiceCalls(options, verdictOn);
  let token: ReturnType<typeof newToken> | undefined;
  const bound = new Map<string, Promise<void>>();
  const newest = new Map<string, { readonly version: number; readonly since: number }>();

  const send = (path: string, body: object, withToken?: string): Promise<ServiceResponse> => {
    const url = new URL(`v1/${path}`, address.endsWith('/') ? address : `${address}/`);
    return post(url, JSON.stringify(body), async () => ({
      'content-type': 'application/json',
      'x-vault-request': 'true',
      ...(namespace !== undefined && { 'x-vault-namespace': namespace }),
      ...(withToken !== undefined && { 'x-vault-token': withToken }),
    }));
  };

  /** Returns a new token, and the time at which to replace it, by `performance.now()`. */
  async function newToken(): Promise<{ readonly value: string; readonly until: number }> {
    if (tokenFile !== undefined)
      return { value: (await textOf(tokenFile)).trim(), until: Number.POSITIVE_INFINITY };
    const { mount = 'approle', ...credentials } = appRole(await textOf(appRoleFile ?? ''));
    const response = await send(`auth/${mount}/login`, credentials);
    const value = textIn(response.body, 'auth', 'client_token');
    if (value === undefined) throw new KeysUnavailable(`VAULT_LOGIN_${response.status}`);
    const { lease_duration: seconds = 0 } = (response.body as { auth: { lease_duration?: number } }).auth;
    const lasts = seconds === 0 ? Number.POSITIVE_INFINITY : seconds * 1000 * leaseShare;
    return { value, until: performance.now() + lasts };
  }

  /** Returns the token that all calls share. Gets a new token first if the token is too old or if Vault `refused` it. */
  async function tokenNow(refused?: string): Promise<string> {
    const found = token;
    const held = await found?.catch(() => undefined);
    if (held && held.value !== refused && performance.now() < held.until) return held.value;
    // If several concurrent calls find that the token is too old, only one of them renews it.
    if (token === found) token = newToken();
    return (await (token ?? newToken())).value;
  }

  /** Calls Vault. If Vault refuses the token, for example because it was revoked early, repeats the call with a new token. */
  async function call(path: string, body: object): Promise<ServiceResponse> {
    const first = await tokenNow();
    const response = await send(path, body, first);
    if (response.status !== 403) return response;
    const second = await tokenNow(first);
    return second === first ? response : send(path, body, second);
  }

  const binding = (boundTo: Uint8Array) => {
    const base64 = Buffer.from(boundTo).toString('base64');
    return { context: base64, associated_data: base64 };
  };

  async function wrap(name: string, bytes: Uint8Array, boundTo: Uint8Array): Promise<Buffer> {
    const plaintext = Buffer.from(bytes).toString('base64');
    const response = await call(pathOf('encrypt', name), { plaintext, ...binding(boundTo) });
    const ciphertext = dataIn(response, 'ciphertext');
    newest.set(name, { version: versionOf(ciphertext), since: performance.now() });
    return Buffer.from(ciphertext, 'latin1');
  }

  async function unwrap(name: string, wrapped: Buffer, boundTo: Uint8Array): Promise<Buffer> {
    const ciphertext = wrapped.toString('latin1');
    if (versionOf(ciphertext) === 0) throw new EncryptionError();
    const response = await call(pathOf('decrypt', name), { ciphertext, ...binding(boundTo) });
    // Vault responds with 400 if it can't decrypt the bytes, or if the key version that wrapped them is no longer allowed.
    if (response.status === 400) throw new EncryptionError();
    return Buffer.from(dataIn(response, 'plaintext'), 'base64');
  }

  /** Checks that Vault binds wrapped bytes to their owner. Versions before 1.9 do not, because they ignore `associated_data`. */
  async function proveBinding(name: string): Promise<void> {
    const wrapped = await wrap(name, new Uint8Array(32), Buffer.from('one'));
    const opened = await unwrap(name, wrapped, Buffer.from('another')).catch((error: unknown) => {
      if (error instanceof EncryptionError) return undefined;
      throw error;
    });
    if (opened) throw new KeysUnavailable('VAULT_BINDS_NOTHING');
  }

  /** Calls `proveBinding` once for each key. If the check failed, the next call of `mustBind` checks again. */
  async function mustBind(name: string): Promise<void> {
    const proof = bound.get(name) ?? proveBinding(name);
    bound.set(name, proof);
    await proof.catch((error: unknown) => {
      bound.delete(name);
      throw error;
    });
  }

  return {
    wrap: async (name, bytes, boundTo) => {
      await mustBind(name);
      return wrap(name, bytes, boundTo);
    },
    unwrap,
    isNewest: async (name, wrapped) => {
      const known = newest.get(name);
      if (!known || performance.now() - known.since > newestMillis)
        await wrap(name, new Uint8Array(32), Buffer.from('version'));
      return versionOf(wrapped.toString('latin1')) >= (newest.get(name)?.version ?? 0);
    },
  };
}

/** Returns undefined for success. `again` is true for too many requests (429), a node with old data (412) and server errors. */
function verdictOn({ status }: ServiceResponse): Verdict | undefined {
  if (status === 200) return undefined;
  return { code: `VAULT_${status}`, again: status === 412 || status === 429 || status >= 500 };
}

function dataIn({ status, body }: ServiceResponse, member: string): string {
  const text = textIn(body, 'data', member);
  if (status !== 200 || text === undefined) throw new KeysUnavailable(`VAULT_${status}`);
  return text;
}

function pathOf(operation: string, name: string): string {
  const slash = name.lastIndexOf('/');
  return `${name.slice(0, slash)}/${operation}/${name.slice(slash + 1)}`;
}

/** Returns the key version that wrapped a key, such as 3 for `vault:v3:…`, or 0 for any other text. */
function versionOf(ciphertext: string): number {
  return Number(/^vault:v(\d{1,9}):[A-Za-z0-9+/]+={0,2}$/.exec(ciphertext)?.[1] ?? 0);
}

async function textOf(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch {
    throw new KeysUnavailable('VAULT_CREDENTIALS_FILE');
  }
}

function appRole(text: string): { role_id: string; secret_id: string; mount?: string } {
  try {
    const { role_id, secret_id, mount } = JSON.parse(text);
    if (typeof role_id === 'string' && typeof secret_id === 'string')
      return { role_id, secret_id, ...(typeof mount === 'string' && { mount }) };
  } catch {}
  throw new KeysUnavailable('VAULT_CREDENTIALS_FILE');
}

/** Copies the shipped programs for tests and fault scripts. In the copies, each provider receives deliveries over HTTPS. */
import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { cp, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type DeliverySecrets, parseDeliverySecrets } from '../../server/net/webhook-signature.ts';
import { freshFolder } from './database.ts';
import type { Installation } from './installation.ts';
import type { TestCertificate } from './test-certificate.ts';

const shipped = fileURLToPath(new URL('../../programs', import.meta.url));

export interface HttpsProvider {
  /** Environment variables with which a server uses the copied programs and the secrets. */
  readonly env: Readonly<Record<string, string>>;
  readonly secrets: DeliverySecrets;
  /** The secrets in the format that the provider stores, `whsec_…`, newest first. */
  readonly secretTexts: readonly string[];
  readonly privateKey: string;
}

interface ProviderOptions {
  readonly privateAddresses?: readonly string[];
  readonly secretCount?: number;
  readonly hasKey?: boolean;
}

/** Copies the shipped programs into a new temporary folder, adds a provider key, and creates secrets. */
export async function httpsProvider(url: string, options?: ProviderOptions): Promise<HttpsProvider> {
  return httpsProviderIn(await freshFolder(), url, options);
}

/** Like `httpsProvider`, for the server of an installation. The server trusts the provider's certificate. */
export async function installProvider(
  { folder, env }: Pick<Installation, 'folder' | 'env'>,
  url: string,
  { cert }: TestCertificate,
): Promise<HttpsProvider> {
  const authority = join(folder, 'authority.pem');
  await writeFile(authority, cert);
  const provider = await httpsProviderIn(join(folder, 'programs'), url);
  Object.assign(env, provider.env, { NODE_EXTRA_CA_CERTS: authority });
  return provider;
}

/** The key pair that all providers of this process share, because making one takes an eighth of a second of processor time. */
const { publicKey, privateKey } = generateKeyPairSync('rsa', {
  modulusLength: 3072,
  publicKeyEncoding: { type: 'spki', format: 'pem' },
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
});

/** Copies the programs into this folder, which must be empty. */
async function httpsProviderIn(
  folder: string,
  url: string,
  { privateAddresses = ['127.0.0.1'], secretCount = 1, hasKey = true }: ProviderOptions = {},
): Promise<HttpsProvider> {
  await cp(shipped, folder, { recursive: true });
  for (const name of await readdir(folder)) {
    const file = join(folder, name, 'program.json');
    const program = JSON.parse(await readFile(file, 'utf8'));
    program.provider.delivery = { way: 'https', url, privateAddresses };
    await writeFile(file, JSON.stringify(program));
  }
  if (hasKey) await writeFile(join(folder, 'demo', 'provider-key.pem'), publicKey);
  const secretTexts = Array.from(
    { length: secretCount },
    () => `whsec_${randomBytes(32).toString('base64')}`,
  );
  const entries = secretTexts.map((secret) => `quillbrook:${secret}`).join('\n');
  return {
    env: { PROGRAMS_DIR: folder, DELIVERY_SECRETS: entries },
    secrets: parseDeliverySecrets(entries) ?? new Map(),
    secretTexts,
    privateKey,
  };
}

/** Checks keys, secrets, folders and IP addresses, to find mistakes before the first delivery or email (D33, X15, X17). */
import { readFile } from 'node:fs/promises';
import { type Checked, failed, unless } from '../config/checked.ts';
import type { Settings } from '../config/settings.ts';
import { processUser } from '../files/private-folder.ts';
import { spoolFolder, tryToWrite } from '../files/spool.ts';
import { allowedAddresses, type Resolve, systemResolve } from '../net/outgoing-address.ts';
import { type DeliverySecrets, parseDeliverySecrets } from '../net/webhook-signature.ts';
import { errorCode } from '../programs/program-folder.ts';
import type { Programs } from '../programs/programs.ts';
import { deliveriesFolder } from './directory-delivery.ts';
import { mailFolder } from './mailer.ts';
import { methodOf } from './provider-delivery.ts';

type AllPrograms = Pick<Programs, 'all'>;

/** Returns all providers' secrets, or a sentence for each problem, such as a missing key or an unknown provider's secret. */
export async function readDeliverySetup(
  settings: Pick<Settings, 'deliverySecrets' | 'deliverySecretsFile' | 'nodeEnv'>,
  { all }: AllPrograms,
): Promise<Checked<DeliverySecrets>> {
  const secrets = await readSecrets(settings);
  if (!secrets.ok) return secrets;
  const providers = new Map(all.map((program) => [program.provider.providerId, program]));
  const strangers = [...secrets.value.keys()].filter((providerId) => !providers.has(providerId));
  const problems = [...providers.values()].flatMap(({ provider, providerKey }) => {
    const isHttps = methodOf(provider) === 'https';
    const needsKey = settings.nodeEnv === 'production' ? 'Production' : isHttps && 'Delivery over https';
    const name = `the provider "${provider.providerId}"`;
    const keyFile = 'provider-key.pem or provider-key.jwk in the folder of one of its programs';
    return [
      ...(providerKey === null && needsKey
        ? [`${needsKey} needs the public key of ${name}, as ${keyFile}.`]
        : []),
      ...(isHttps && !secrets.value.has(provider.providerId)
        ? [`Delivery over https needs a secret of ${name} in DELIVERY_SECRETS or DELIVERY_SECRETS_FILE.`]
        : []),
    ];
  });
  const unknown = strangers.map(
    (id) => `DELIVERY_SECRETS has a secret of "${id}", which is not the provider of any program.`,
  );
  return unless([...problems, ...unknown], secrets.value);
}

async function readSecrets({
  deliverySecrets = '',
  deliverySecretsFile,
}: Pick<Settings, 'deliverySecrets' | 'deliverySecretsFile'>): Promise<Checked<DeliverySecrets>> {
  if (deliverySecrets !== '' || deliverySecretsFile === undefined)
    return { ok: true, value: parseDeliverySecrets(deliverySecrets) ?? new Map() };
  try {
    const value = parseDeliverySecrets(await readFile(deliverySecretsFile, 'utf8'));
    const form =
      'DELIVERY_SECRETS_FILE must hold entries providerId:whsec_… on lines of their own, at most two per provider, each 24 to 64 random bytes in base64.';
    return value ? { ok: true, value } : failed(form);
  } catch (error) {
    return failed(`The file named by DELIVERY_SECRETS_FILE cannot be read (${errorCode(error)}).`);
  }
}

/** Tries to write to each folder for deliveries or emails. For each failure, returns a sentence and whether the disk is full. */
export async function unwritableFolders(
  { dataDir, smtpUrl }: Pick<Settings, 'dataDir' | 'smtpUrl'>,
  { all }: AllPrograms,
) {
  const folders = [
    { what: 'deliveries wait for their provider', folder: spoolFolder(dataDir) },
    ...(all.some(({ provider }) => methodOf(provider) === 'directory')
      ? [{ what: 'deliveries are kept as files', folder: deliveriesFolder(dataDir) }]
      : []),
    ...(smtpUrl === undefined ? [{ what: 'mails are kept as files', folder: mailFolder(dataDir) }] : []),
  ];
  const tried = folders.map(async ({ what, folder }) => {
    const code = await tryToWrite(folder).then(() => undefined, errorCode);
    if (code === undefined) return [];
    const problem = `${folder}, where ${what}, cannot be written by ${processUser()} (${code}). Set DATA_DIR to a folder that this user owns, such as /var/lib/card.`;
    return [{ problem, isFull: code === 'ENOSPC' || code === 'EDQUOT' }];
  });
  return (await Promise.all(tried)).flat();
}

/** Returns a sentence for each forbidden IP address of a provider's host. Ignores hosts that this node can't resolve. */
export async function providerAddressProblems(
  { all }: AllPrograms,
  resolve: Resolve = systemResolve,
): Promise<string[]> {
  const found = await Promise.all(
    all.map(async ({ provider: { providerId, delivery } }) => {
      if (delivery?.way !== 'https') return [];
      const isAllowed = allowedAddresses(delivery.privateAddresses ?? []);
      const { hostname } = new URL(delivery.url);
      const addresses = await resolve(hostname.replace(/^\[|\]$/g, '')).catch(() => []);
      return addresses
        .filter(({ address }) => !isAllowed(address))
        .map(
          ({ address }) =>
            `provider.delivery.url of "${providerId}": ${hostname} resolves to ${address}, which is not public: add its range to provider.delivery.privateAddresses, or no delivery is sent.`,
        );
    }),
  );
  return [...new Set(found.flat())];
}

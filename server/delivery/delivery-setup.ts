/** Checks once at start, before anything is opened, that deliveries have everything they need (D33, X17). */
import { readFile } from 'node:fs/promises';
import { type Checked, failed, unless } from '../config/checked.ts';
import type { Settings } from '../config/settings.ts';
import { type DeliverySecrets, parseDeliverySecrets } from '../net/webhook-signature.ts';
import { errorCode } from '../programs/program-folder.ts';
import type { Programs } from '../programs/programs.ts';
import { methodOf } from './provider-delivery.ts';

type SetupSettings = Pick<Settings, 'deliverySecrets' | 'deliverySecretsFile' | 'nodeEnv'>;

/** Returns the secrets of all providers, or what is missing, one line per provider and item. */
export async function readDeliverySetup(
  settings: SetupSettings,
  { all }: Pick<Programs, 'all'>,
): Promise<Checked<DeliverySecrets>> {
  const secrets = await readSecrets(settings);
  if (!secrets.ok) return secrets;
  const providers = new Map(all.map((program) => [program.provider.providerId, program]));
  const strangers = [...secrets.value.keys()].filter((providerId) => !providers.has(providerId));
  const problems = [...providers.values()].flatMap(({ provider, providerKey }) => {
    const isHttps = methodOf(provider) === 'https';
    const needsKey = settings.nodeEnv === 'production' ? 'Production' : isHttps && 'Delivery over https';
    const name = `the provider "${provider.providerId}"`;
    const keyFile = 'provider-key.pem or provider-key.jwk in the folder of a program of its own';
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

async function readSecrets(settings: SetupSettings): Promise<Checked<DeliverySecrets>> {
  const { deliverySecrets = '', deliverySecretsFile } = settings;
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

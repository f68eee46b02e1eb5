/** Opens the configured services that hold encryption keys. Loads the code of a service only if the service is configured. */
import type { KeyServiceName } from '../../config/key-list.ts';
import type { Settings } from '../../config/settings.ts';
import type { KeyServices } from '../key-wrapping.ts';

export type KeyServiceSettings = Pick<Settings, Extract<keyof Settings, `vault${string}` | `aws${string}`>>;

/** Returns the names of the configured services. */
export function keyServicesIn({ vaultAddress, awsRegion }: KeyServiceSettings): readonly KeyServiceName[] {
  return [
    ...(vaultAddress === undefined ? [] : ['vault' as const]),
    ...(awsRegion === undefined ? [] : ['kms' as const]),
  ];
}

/** Creates the clients of the configured services. A client connects when it is first used. */
export async function openKeyServices(settings: KeyServiceSettings): Promise<KeyServices> {
  const { vaultAddress, awsRegion } = settings;
  return {
    ...(vaultAddress !== undefined && {
      vault: (await import('./vault-transit.ts')).vaultTransit({
        address: vaultAddress,
        namespace: settings.vaultNamespace,
        tokenFile: settings.vaultTokenFile,
        appRoleFile: settings.vaultAppRoleFile,
      }),
    }),
    ...(awsRegion !== undefined && {
      kms: (await import('./aws-kms.ts')).awsKms({
        region: awsRegion,
        endpoint: settings.awsKmsEndpoint,
        accessKeyId: settings.awsAccessKeyId,
        secretAccessKey: settings.awsSecretAccessKey,
        sessionToken: settings.awsSessionToken,
        containerCredentials: settings.awsContainerCredentials,
        containerTokenFile: settings.awsContainerTokenFile,
        credentialsFile: settings.awsCredentialsFile,
        profile: settings.awsProfile,
      }),
    }),
  };
}

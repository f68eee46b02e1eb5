/** Creates the key services of Vault and AWS KMS with fake servers, and with timeouts that are short enough for tests. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { awsKms } from '../../server/security/key-services/aws-kms.ts';
import { vaultTransit } from '../../server/security/key-services/vault-transit.ts';
import type { KeyService } from '../../server/security/key-wrapping.ts';
import { freshFolder } from './database.ts';
import { kmsStandIn, type StandIn, vaultStandIn } from './key-service-stand-ins.ts';

/** A short timeout, and a short pause between two attempts. */
export const shortLimits = { attemptMillis: 100, pauseMillis: 5 };
/** Two values to which wrapped keys can be bound. */
export const [mine, other] = [Buffer.from('application 1'), Buffer.from('application 2')];

/** Creates a file with this text. Returns the file's path. */
export async function tokenFile(text: string): Promise<string> {
  const file = join(await freshFolder(), 'token');
  await writeFile(file, `${text}\n`);
  return file;
}

/** A key service with its fake server, and the names of two keys. */
export interface Installed {
  readonly server: StandIn;
  readonly service: KeyService;
  readonly names: readonly [string, string];
  /** Number of requests that the service sends before the first use of a key. Later uses do not repeat them. */
  readonly before: number;
}

/** Starts a fake Vault. Returns it with a key service that uses it. */
export async function vault(): Promise<Installed> {
  const server = await vaultStandIn();
  const service = vaultTransit({
    address: server.url,
    tokenFile: await tokenFile(server.newToken()),
    ...shortLimits,
  });
  return { server, service, names: ['transit/card', 'transit/next'], before: 2 };
}

/** Starts a fake KMS. Returns it with a key service that uses it. */
export async function kms(): Promise<Installed> {
  const server = await kmsStandIn();
  const service = awsKms({
    region: 'us-east-1',
    endpoint: server.url,
    ...server.newAccessKey(),
    ...shortLimits,
  });
  return { server, service, names: server.keyIds, before: 0 };
}

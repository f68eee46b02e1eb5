import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { demoProviderKey } from '../../server/delivery/demo-provider-key.ts';
import { deliveriesFolder } from '../../server/delivery/directory-delivery.ts';
import { freshFolder } from './database.ts';

let made: Promise<string> | undefined;

async function withDemoKey(): Promise<string> {
  const folder = await freshFolder();
  await demoProviderKey(folder, 'quillbrook');
  return join(deliveriesFolder(folder), 'keys');
}

/**
 * Copies the demo key pair of this process into a data folder that has none, because making a key pair at each start of a server
 * takes an eighth of a second of processor time.
 */
export async function putDemoKey(dataDir: string): Promise<void> {
  made ??= withDemoKey();
  await cp(await made, join(deliveriesFolder(dataDir), 'keys'), { recursive: true, force: false });
}

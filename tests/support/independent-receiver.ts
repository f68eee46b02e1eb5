/** For tests: opens a delivery with a receiver that shares no code with the server, `receiver.py`. */
import { spawnSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freshFolder } from './database.ts';
import { hasOpenssl, runs } from './test-certificate.ts';

const script = fileURLToPath(new URL('./receiver.py', import.meta.url));

/** True if this machine has Python and openssl. */
export const hasIndependentReceiver = hasOpenssl && runs('python3', '--version');

/** The provider's keys, and the time on its clock. */
export interface ReceiverSide {
  readonly privateKey: string;
  /** Our public keys, as `delivery-keys export` prints them. */
  readonly senderKeys: string;
  readonly providerId: string;
  readonly secrets: readonly string[];
  readonly now: Date;
}

/** Returns the content of a message. If the receiver refuses it, throws the receiver's message. */
export async function openIndependently(
  message: { readonly headers: unknown; readonly body: string },
  { privateKey, senderKeys, providerId, secrets, now }: ReceiverSide,
): Promise<string> {
  const folder = await freshFolder();
  const [keyFile, sendersFile] = [join(folder, 'private.pem'), join(folder, 'sender-keys.json')];
  await Promise.all([writeFile(keyFile, privateKey), writeFile(sendersFile, senderKeys)]);
  const seconds = String(Math.floor(now.getTime() / 1000));
  const { status, stdout, stderr } = spawnSync(
    'python3',
    [script, keyFile, sendersFile, providerId, seconds, ...secrets],
    {
      input: JSON.stringify(message),
      encoding: 'utf8',
    },
  );
  if (status !== 0) throw new Error(stderr);
  return stdout;
}

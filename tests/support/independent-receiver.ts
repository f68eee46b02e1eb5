/** Verifies and decrypts deliveries in tests with `receiver.py`, a receiver that shares no code with the server. */
import { spawnSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freshFolder } from './database.ts';
import { hasOpenssl, runs } from './test-certificate.ts';

const script = fileURLToPath(new URL('./receiver.py', import.meta.url));

/** Whether this machine has Python and openssl, which the receiver needs. */
export const hasIndependentReceiver = hasOpenssl && runs('python3', '--version');

/** The keys that the provider has, and the time on its clock. */
export interface ReceiverSide {
  readonly privateKey: string;
  /** The server's public keys, as `delivery-keys export` prints them. */
  readonly senderKeys: string;
  readonly providerId: string;
  readonly secrets: readonly string[];
  readonly now: Date;
}

/** Returns the content of a delivery. If the receiver refuses the delivery, throws with the receiver's error message. */
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

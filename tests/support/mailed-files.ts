/** Reads the emails that a server has written into its data folder because no mail server is configured. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { TestServer } from './test-server.ts';
import { readable } from './test-smtp.ts';

/** Returns the folder into which a server writes its emails. */
export const mailFolder = ({ database }: TestServer) => join(database.dataDir, 'mail');

/** Runs the outbox once, and returns the newest email. */
export async function newestMail(server: TestServer): Promise<string> {
  await server.outbox.runOnce();
  const names = (await readdir(mailFolder(server))).toSorted();
  return readable(await readFile(join(mailFolder(server), names.at(-1) ?? '')));
}

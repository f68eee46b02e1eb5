/** Mails of a server without a mail server, which writes them into its data folder. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { TestServer } from './test-server.ts';
import { readable } from './test-smtp.ts';

/** Returns the folder of the mails. */
export const mailFolder = ({ database }: TestServer) => join(database.dataDir, 'mail');

/** Sends everything that is due, and returns the newest mail. */
export async function newestMail(server: TestServer): Promise<string> {
  await server.outbox.runOnce();
  const names = (await readdir(mailFolder(server))).toSorted();
  return readable(await readFile(join(mailFolder(server), names.at(-1) ?? '')));
}

/** Reads the emails that a server has written as `.eml` files (D34), and the codes and links in them. */
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'vitest';
import { headerOf, readable } from '../test-smtp.ts';
import type { TestServer } from './applicant.ts';

/** A server that writes its emails into its data folder. */
type WithMails = Pick<TestServer, 'dataDir'>;

/** Returns all emails to an address, oldest first. */
export async function mailsTo({ dataDir }: WithMails, address: string): Promise<readonly string[]> {
  const folder = join(dataDir, 'mail');
  const names = await readdir(folder).catch(() => []);
  const mails = await Promise.all(
    names
      .filter((name) => name.endsWith('.eml'))
      .map(async (name) => {
        const path = join(folder, name);
        return { at: (await stat(path)).mtimeMs, raw: readable(await readFile(path)) };
      }),
  );
  return mails
    .filter(({ raw }) => headerOf(raw, 'To')?.includes(address))
    .sort((one, other) => one.at - other.at)
    .map(({ raw }) => raw);
}

const codeIn = (raw: string) => /^6-digit code: (\d{6})\r?$/m.exec(raw);
const linkIn = (raw: string) => /https?:\/\/[^\s"<>]+\/resume#[\w-]+/.exec(raw);

/** Waits until `find` has found a match in exactly `count` emails to an address. Returns the match in the newest of them. */
async function awaited(
  server: WithMails,
  address: string,
  count: number,
  find: (raw: string) => RegExpExecArray | null,
): Promise<RegExpExecArray> {
  const found = async () =>
    (await mailsTo(server, address)).flatMap((raw) => {
      const match = find(raw);
      return match ? [match] : [];
    });
  await expect.poll(async () => (await found()).length, { timeout: 20_000 }).toBe(count);
  const newest = (await found()).at(-1);
  if (!newest) throw new Error(`No email has arrived at ${address}`);
  return newest;
}

/** Waits until `count` codes have arrived at an address, and returns the newest code. */
export async function codeTo(server: WithMails, address: string, count = 1): Promise<string> {
  const [, code = ''] = await awaited(server, address, count, (raw) => (linkIn(raw) ? null : codeIn(raw)));
  return code;
}

/** Waits until `count` links have arrived at an address, and returns the newest link. */
export async function linkTo(server: WithMails, address: string, count = 1): Promise<string> {
  const [link] = await awaited(server, address, count, linkIn);
  return link;
}

/** Reads the schema, the sample code and the test vector of `docs/delivery.md` for tests. */
import { readFileSync } from 'node:fs';
import { symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { CryptoKey, JSONWebKeySet } from 'jose';
import { importPKCS8 } from 'jose';
import { Compile } from 'typebox/schema';
import { freshFolder } from './database.ts';

const root = join(import.meta.dirname, '../..');
/** The text of `docs/delivery.md`. */
export const page = readFileSync(join(root, 'docs', 'delivery.md'), 'utf8');

/** Returns the text of the page's code block with this info string. */
export function block(fence: string): string {
  const found = new RegExp(`\`\`\`${fence}\n([\\s\\S]*?)\n\`\`\``).exec(page)?.[1];
  if (found === undefined) throw new Error(`The page has no block ${fence}.`);
  return found;
}

/** The JSON schema of deliveries. */
export const schema = JSON.parse(block('json schema'));

/** Returns the errors of a delivery according to the schema for its `type`. Returns an empty list if the delivery is valid. */
export function findings(delivery: { readonly type: string }): readonly unknown[] {
  const isValid: boolean = Compile(schema).Check(delivery);
  if (isValid) return [];
  return Compile({ $ref: `#/$defs/${delivery.type}`, $defs: schema.$defs }).Errors(delivery)[1];
}

/** The test vector: a delivery to the bank `providerId`, sent at `sentAt`. */
export const vector = {
  privateKey: `${block('pem')}\n`,
  senderKeys: block('json sender keys'),
  secrets: block('text secrets').split('\n'),
  headers: Object.fromEntries(
    block('http')
      .split('\n')
      .map((line) => line.split(': ')),
  ),
  body: block('text body').replaceAll('\n', ''),
  content: block('text content').replaceAll('\n', ''),
};
export const providerId = 'quillbrook';
export const sentAt = new Date(Number(vector.headers['webhook-timestamp']) * 1000);

/** The keys and the id that the bank of the test vector passes to the independent receiver. */
export const receiverSide = { privateKey: vector.privateKey, senderKeys: vector.senderKeys, providerId };

export const vectorKey = () => importPKCS8(vector.privateKey, 'RSA-OAEP-256');

interface RecipeSide {
  readonly privateKey: CryptoKey;
  readonly providerId: string;
  readonly senderKeys: JSONWebKeySet;
}

type OpenDelivery = (body: string, id: string, side: RecipeSide) => Promise<unknown>;

/** Loads the code on the page as a bank would. Returns the code's `openDelivery`, and the keys of the bank in the test vector. */
export async function recipe(): Promise<{ readonly openDelivery: OpenDelivery; readonly side: RecipeSide }> {
  const folder = await freshFolder();
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'));
  const file = join(folder, 'receiver.mjs');
  await writeFile(file, block('js receiver'));
  const { openDelivery } = await import(pathToFileURL(file).href);
  const senderKeys = JSON.parse(vector.senderKeys) as JSONWebKeySet;
  return { openDelivery, side: { privateKey: await vectorKey(), providerId, senderKeys } };
}

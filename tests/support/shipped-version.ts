import { readFileSync } from 'node:fs';
import type { TextName } from '../../server/programs/program-folder.ts';

/** Returns the version of a text in `programs/default/agreements/`. */
export function shippedVersion(text: TextName): string {
  const file = new URL(`../../programs/default/agreements/${text}.md`, import.meta.url);
  return readFileSync(file, 'utf8').match(/^version: (.+)$/m)?.[1] ?? '';
}

/** Versions for texts that are still being edited, as under `npm run dev`. */
import { createHash } from 'node:crypto';
import { longestVersion } from '../programs/agreement-text.ts';
import { textNames } from '../programs/program-folder.ts';
import type { Program, Programs } from '../programs/programs.ts';
import { mapPrograms } from '../programs/programs.ts';

/** The digits of the hash in a version. */
const hashDigits = 8;

function draftOf(program: Program): Program {
  const texts = textNames.map((name) => {
    const text = program.agreements[name];
    const hash = createHash('sha256').update(`${text.title}\n${text.sha256}`).digest('hex');
    const version = `${text.version.slice(0, longestVersion - hashDigits - 1)}.${hash.slice(0, hashDigits)}`;
    return [name, { ...text, version }] as const;
  });
  return { ...program, agreements: Object.fromEntries(texts) as Program['agreements'] };
}

/**
 * Returns the programs with versions derived from the texts, such as 2026-11-01.3fa9c1d2. So each change of a text makes a new
 * version, and no recorded version is overwritten.
 */
export function withDraftVersions(programs: Programs): Programs {
  return mapPrograms(programs, draftOf);
}

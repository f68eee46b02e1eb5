/**
 * Reads the list of mutants that behave exactly like the original source, with the reasons. An entry identifies its mutant by the
 * changed lines, before and after the change, so it stays valid when the lines move.
 */
import { readFileSync } from 'node:fs';
import { type Mutant, mutated } from './operators.ts';

export interface Equivalent {
  readonly file: string;
  readonly was: string;
  readonly becomes: string;
  readonly because: string;
}

/** Returns the lines that a mutant changes, before and after the change, trimmed. */
export function changedLines(
  source: string,
  mutant: Mutant,
): { readonly was: string; readonly becomes: string } {
  const from = source.lastIndexOf('\n', mutant.start - 1) + 1;
  const end = source.indexOf('\n', mutant.end);
  const to = end < 0 ? source.length : end;
  const changed = mutated(source, mutant);
  return {
    was: source.slice(from, to).trim(),
    becomes: changed.slice(from, to + changed.length - source.length).trim(),
  };
}

/** Returns the reason why a mutant is equivalent to its source, or undefined if the mutant is not in the list. */
export function whyEquivalent(
  known: readonly Equivalent[],
  source: string,
  mutant: Mutant,
): string | undefined {
  const { was, becomes } = changedLines(source, mutant);
  return known.find((each) => each.file === mutant.file && each.was === was && each.becomes === becomes)
    ?.because;
}

/** Reads a list of equivalent mutants. */
export const readEquivalent = (path: string): readonly Equivalent[] =>
  JSON.parse(readFileSync(path, 'utf8')) as readonly Equivalent[];

/**
 * Writes the results of a benchmark into `docs/reports/benchmarks.md`, between the two comments that contain the benchmark's
 * name.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { findBrowser } from '../../tests/support/browser/find-browser.ts';
import { commit, load, outputOf, today } from '../../tests/support/circumstances.ts';
import type { Figure } from '../../tests/support/figures.ts';

const page = join(import.meta.dirname, '../../docs/reports/benchmarks.md');

/** Returns a text with the browser's version and the number of rounds. */
export function inBrowser(rounds: number): string {
  const browser = /[A-Z]\w+ [\d.]+/.exec(outputOf(findBrowser() ?? '', ['--version']))?.[0] ?? 'Chromium';
  return `${browser}; interleaved rounds: ${rounds}`;
}

/**
 * Returns a sentence with the date, the commit, the machine's cores and load, the version of Node, and the number of
 * measurements.
 */
export function circumstances(taken: string): string {
  return [
    `${today()}, commit ${commit()}`,
    `${availableParallelism()} cores at a load of ${load()}`,
    `Node ${process.versions.node}`,
    `${taken}.`,
  ].join('; ');
}

function said({ what, value, demand, met }: Figure): string {
  return `- ${what}: ${value}${demand === '' ? '' : ` (${demand}${met ? '' : ', **not met**'})`}`;
}

/** Replaces the section of a benchmark with this text and the figures. Throws if the page has no such section. */
export function writeSection(name: string, text: string, figures: readonly Figure[]): void {
  const old = readFileSync(page, 'utf8');
  const [begin, end] = [`<!-- ${name}: written by npm run bench -->`, `<!-- ${name}: end -->`];
  const [before, rest] = old.split(begin);
  const [, after] = rest?.split(end) ?? [];
  if (before === undefined || after === undefined)
    throw new Error(`docs/reports/benchmarks.md has no “${begin}”.`);
  const section = [begin, text, figures.map(said).join('\n'), end].join('\n\n');
  writeFileSync(page, before + section + after);
}

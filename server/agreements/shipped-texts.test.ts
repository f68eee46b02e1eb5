import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { sha256Of } from '../programs/agreement-text.ts';
import { textNames } from '../programs/program-folder.ts';
import { loadPrograms } from '../programs/programs.ts';

const loaded = await loadPrograms(fileURLToPath(new URL('../../programs', import.meta.url)));
if (!loaded.ok) throw new Error(loaded.problems.join('\n'));
const programs = loaded.programs.all;

describe('the texts of the shipped programs', () => {
  test('show each text with their own names and its hash, and no placeholder', () => {
    for (const { name, agreements } of programs) {
      expect(agreements.terms.html).toContain(`${name} commercial credit card`);
      for (const text of textNames) {
        expect(agreements[text].html).not.toMatch(/[{}]/);
        expect(agreements[text].sha256).toBe(sha256Of(agreements[text].html));
      }
    }
  });

  test('say that they are samples which counsel must replace', () => {
    for (const { agreements } of programs) {
      for (const text of textNames)
        expect(agreements[text].html).toMatch(/SAMPLE TEXT.*Counsel .*must replace/s);
      for (const text of ['esign', 'terms', 'guarantor', 'controlling-party'] as const) {
        expect(agreements[text].html).toMatch(/^<blockquote>\n<p><strong>SAMPLE TEXT\./);
        expect(agreements[text].html).toMatch(/SAMPLE TEXT ends here\.<\/strong>.*<\/p>\n$/);
      }
    }
  });

  test('state everything in the e-sign text that 15 USC 7001(c) requires', () => {
    const html = programs.find(({ domainKey }) => domainKey === 'default')?.agreements.esign.html ?? '';
    const headings = [...html.matchAll(/<h3>[0-9]+\. (.*)<\/h3>/g)].map((heading) => heading[1]);
    expect(headings).toEqual(
      expect.arrayContaining([
        'What your consent covers',
        'Your right to paper',
        'What a paper copy costs',
        'Your right to change your mind',
        'Keep your contact details up to date',
        'What you need',
        'How to reach us',
      ]),
    );
  });

  test('speak of ownership and control, because not every business has owners to certify', () => {
    for (const { agreements } of programs) {
      expect(agreements['controlling-party'].title).toBe('Certification of Ownership and Control');
      expect(agreements.esign.html).toContain('the certification of ownership and control');
      for (const text of textNames) expect(agreements[text].html).not.toMatch(/certification of owners\b/i);
    }
  });

  test('have headings without a gap, below a dialog title or the h1 of a screen', () => {
    for (const { agreements } of programs) {
      for (const text of textNames) {
        const first = text === 'share-information' || text === 'affiliates' ? 2 : 3;
        const ranks = [...agreements[text].html.matchAll(/<h([1-6])>/g)].map((heading) => Number(heading[1]));
        expect(ranks.every((rank, at) => rank >= first && rank <= (ranks[at - 1] ?? first - 1) + 1)).toBe(
          true,
        );
      }
    }
  });
});

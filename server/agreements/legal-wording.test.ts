/** Tests that every shipped program contains the sentences required by law in the places that D60 names. */
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { intro } from '../../copy/en/intro.ts';
import { fieldWords } from '../../copy/sentences.ts';
import { fieldAt, type RecordName } from '../../form/fields/form.ts';
import { readingGrade } from '../../tests/support/reading-grade.ts';
import { type TextName, textNames } from '../programs/program-folder.ts';
import { loadPrograms } from '../programs/programs.ts';

const root = new URL('../../', import.meta.url);
const page = await readFile(new URL('docs/decisions/D60-wording-that-the-law-fixes.md', root), 'utf8');
const loaded = await loadPrograms(fileURLToPath(new URL('programs', root)));
if (!loaded.ok) throw new Error(loaded.problems.join('\n'));
const programs = loaded.programs.all;

/** The rows of the tables in D60. A row that names several texts becomes one row for each text. */
const rows = (page.split('\n## Sources')[0] ?? '')
  .split('\n')
  .filter((line) => line.startsWith('| ') && !/^\| (text|words) \|/.test(line))
  .flatMap((line) => {
    const [texts = '', sentence = '', source = ''] = line.slice(2, -2).split(' | ');
    return texts.split(', ').map((text) => ({ text, sentence, source }));
  });

/** Returns the text of HTML on one line, without tags. */
function readable(html: string): string {
  return html
    .replace(/<[^>]*>/g, '')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')
    .replace(/\s+/g, ' ');
}

describe('the sentences required by law (D60)', () => {
  test.each([
    'customer identification, 31 CFR 1020.220',
    'beneficial owners, 31 CFR 1010.230',
    'Regulation B, 12 CFR 1002.9(a)(3)',
    'Regulation B, 12 CFR 1002.9(b)(1)',
    'E-SIGN, 15 U.S.C. 7001(c)(1)(B)(i)(I):',
    'E-SIGN, 15 U.S.C. 7001(c)(1)(B)(i)(II)',
    'E-SIGN, 15 U.S.C. 7001(c)(1)(B)(ii):',
    'E-SIGN, 15 U.S.C. 7001(c)(1)(B)(iii)',
    'E-SIGN, 15 U.S.C. 7001(c)(1)(B)(iv)',
    'E-SIGN, 15 U.S.C. 7001(c)(1)(C)(i):',
    'E-SIGN, 15 U.S.C. 7001(c)(1)(C)(ii)',
    'E-SIGN, 15 U.S.C. 7001(c)(1)(D)',
    'FCRA section 604',
    'affiliates, 15 U.S.C. 1681a',
    'Regulation B, 12 CFR 1002.5(d)(2)',
    'telephone consent, 47 CFR 64.1200(a)(1)',
  ])('include %s', (source) => {
    expect(rows.filter((row) => row.source.startsWith(source))).not.toEqual([]);
  });

  test.each(rows)('are in $text: $sentence', ({ text, sentence }) => {
    for (const { domainKey, provider, agreements, copy } of programs) {
      if (text === 'intro') {
        expect(Object.values(intro).join(' ')).toContain(sentence);
        continue;
      }
      const field = fieldAt(text);
      if (field) {
        const [record = '', key = ''] = text.split('.');
        const { hint } = fieldWords(copy, { record: record as RecordName, key, field });
        expect(hint, domainKey).toContain(sentence);
        continue;
      }
      expect(textNames).toContain(text);
      const wanted = sentence.replace('{providerFullName}', provider.fullName);
      expect(readable(agreements[text as TextName].html), domainKey).toContain(wanted);
    }
  });

  test('on affiliates are readable at eighth-grade level', () => {
    for (const { agreements } of programs)
      expect(readingGrade(readable(agreements.affiliates.html))).toBeLessThanOrEqual(8);
  });
});

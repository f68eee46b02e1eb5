/** Our own words obey the design brief, section 4; the spec's messages are contract and not measured here. */
import { describe, expect, test } from 'vitest';
import { dateRepairs, documentRefusals, repairs } from './catalogue.ts';
import type { Field } from './field.ts';
import { flow } from './flow.ts';
import type { RecordName } from './form.ts';
import { baseForm, fieldsOf } from './form.ts';
import type { Screen } from './screens/screen.ts';

const fields: readonly (readonly [string, Field])[] = (Object.keys(baseForm) as RecordName[]).flatMap(
  (record) =>
    Object.entries(fieldsOf(baseForm, record)).map(([key, field]) => [`${record}.${key}`, field] as const),
);
const screens = flow.flatMap((section): readonly Screen[] => section.screens);

type Text = readonly [where: string, text: string];

/** As the person reads it: with a name and with limits filled in. */
const said = ([where, text]: Text): Text => [
  where,
  text.replaceAll('{name}', 'Dana').replaceAll(/\{\w+\}/g, '18'),
];

const wordsOf = (key: 'label' | 'hint' | 'help'): Text[] =>
  fields.flatMap(([where, field]) => {
    const text = field[key];
    return text === undefined ? [] : [[`${key} of ${where}`, text] as const];
  });

const labels = wordsOf('label');
const hints = wordsOf('hint');
const helps = wordsOf('help');
const repairTexts: readonly Text[] = [
  ...Object.entries({ ...repairs, ...dateRepairs, ...documentRefusals }),
  ...fields.flatMap(([where, field]) =>
    Object.entries(field.repairs ?? {}).map(([rule, text]) => [`repair of ${where}.${rule}`, text] as const),
  ),
];
const titles: readonly Text[] = screens.flatMap((screen) => [
  [`title of ${screen.key}`, screen.title] as const,
  ...screen.groups.flatMap(({ title }) => (title ? [[`heading of ${screen.key}`, title] as const] : [])),
]);
const all = [...labels, ...hints, ...helps, ...repairTexts, ...titles];

/** Syllables by groups of vowels, a silent e at the end not counted. */
function syllables(word: string): number {
  const letters = word.toLowerCase().replaceAll(/[^a-z]/g, '');
  const spoken = letters.replace(/(?<=[^aeiouyl])e$|(?<=[aeiouy]l)e$|(?<=[^aeioutdsz])ed$/, '');
  return Math.max(1, spoken.match(/[aeiouy]+/g)?.length ?? 1);
}

/** The school grade that a text needs, by Flesch and Kincaid. */
function readingGrade(text: string): number {
  const words = text.split(/[\s/–-]+/).filter((word) => /[\p{L}\p{N}]/u.test(word));
  const sentences = Math.max(1, text.match(/[.!?](?=\s|$)/g)?.length ?? 1);
  const spoken = words.reduce((sum, word) => sum + syllables(word), 0);
  return 0.39 * (words.length / sentences) + 11.8 * (spoken / words.length) - 15.59;
}

/** An example address is looked at, not read; the mark of an optional field is no prose. */
const prose = (text: string) => text.replace(/\S+@\S+\w/, 'this').replace(' (optional)', '');

describe('reading grade 8 at most (A7)', () => {
  test('the measure knows easy from hard', () => {
    expect(readingGrade('The cat sat on the mat.')).toBeLessThan(1);
    expect(readingGrade('We want to know where you live.')).toBeLessThan(3);
    expect(
      readingGrade(
        'Notwithstanding any preceding representation, beneficial ownership certification obligations continue indefinitely.',
      ),
    ).toBeGreaterThan(20);
  });

  /** Of single texts only running ones: the measure is made for those, and "Industry" alone would be grade 20. */
  const isRunning = ([, text]: Text) => prose(text).split(' ').length >= 8;

  test('each help text, and every other text of eight words or more', () => {
    const running = [...helps, ...all.filter(isRunning)].map(said);
    expect(running.filter(([, text]) => readingGrade(prose(text)) > 8)).toEqual([]);
  });

  test.each([
    ['labels', labels],
    ['hints', hints],
    ['repairs', repairTexts],
    ['titles', titles],
  ])('%s, read one after the other', (_what, texts) => {
    const whole = texts.map(said).map(([, text]) => prose(text).replace(/[^.?]$/, '$&.'));
    expect(readingGrade(whole.join(' '))).toBeLessThanOrEqual(8);
  });
});

const unlike = (texts: readonly Text[], pattern: RegExp) => texts.filter(([, text]) => !pattern.test(text));
const like = (texts: readonly Text[], pattern: RegExp) => texts.filter(([, text]) => pattern.test(text));

describe('plain words', () => {
  test('nobody is begged, hurried or sent elsewhere', () => {
    expect(like(all, /please|!|https?:|\*/i)).toEqual([]);
  });

  test('a Social Security number is never abbreviated', () => {
    expect(like(all, /\bSSNs?\b/)).toEqual([]);
  });

  test('signs are typographic and spaces single', () => {
    expect(like(all, /'|"|\.\.|\s\s|^\s|\s$/)).toEqual([]);
  });

  test('a hint is one sentence without a full stop', () => {
    expect(like(hints, /[.!?]$|[!?]\s|\p{L}{3}\.\s/u)).toEqual([]);
  });

  test('help and repair are whole sentences', () => {
    expect(unlike([...helps, ...repairTexts], /^[\p{Lu}].*[.]$/u)).toEqual([]);
  });

  test('a label begins with a capital or a name and ends without a full stop or colon', () => {
    expect(unlike(labels, /^[\p{Lu}{].*[^.:]$/u)).toEqual([]);
  });
});

test('every optional field says so in its label, and no required one', () => {
  const optional = fields.filter(([, field]) => field.label.includes('(optional)')).map(([where]) => where);
  expect(optional).toEqual(['application.dba', 'disclosures.affiliates', 'authorizedUser.ssn']);
});

test('no heading stands over two groups (design brief, section 1)', () => {
  const headings = screens.flatMap((screen) => {
    if (screen.groups.length === 0) return [screen.title];
    return screen.groups.map((group) => {
      const [only, ...others] = group.fields;
      const label = others.length === 0 && only ? fieldsOf(baseForm, group.record)[only]?.label : undefined;
      return group.title ?? label ?? screen.title;
    });
  });
  expect(headings.filter((heading, index) => headings.indexOf(heading) !== index)).toEqual([]);
});

test('every field that can fail says how to mend it', () => {
  for (const [where, field] of fields) {
    for (const { kind } of field.rules) expect(field.repairs?.[kind] ?? repairs[kind], where).toBeTruthy();
  }
});

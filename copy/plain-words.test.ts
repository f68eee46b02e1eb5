/** Tests that our words follow the design brief, section 4. Excludes the specification's messages, which the contract fixes. */
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { Field } from '../form/fields/field.ts';
import type { RecordName } from '../form/fields/form.ts';
import { baseForm, fieldsOf } from '../form/fields/form.ts';
import type { ScreenKey } from '../form/flow/flow.ts';
import type { Screen } from '../form/screens/screen.ts';
import { flow } from '../form/screens/screens.ts';
import { readingGrade } from '../tests/support/reading-grade.ts';
import type { FieldCopy } from './copy.ts';
import { byEmail } from './en/by-email.ts';
import { customScreens } from './en/custom-screens.ts';
import { en } from './en/en.ts';
import { industrySearch } from './en/industry-search.ts';
import { intro } from './en/intro.ts';
import { mail } from './en/mail.ts';
import { noProgram } from './en/no-program.ts';
import { resume } from './en/resume.ts';
import { sent } from './en/sent.ts';
import { signing } from './en/signing.ts';
import { screenCopy } from './screen-words.ts';
import { fieldCopy } from './sentences.ts';

const fields: readonly (readonly [string, Field, FieldCopy])[] = (
  Object.keys(baseForm) as RecordName[]
).flatMap((record) =>
  Object.entries(fieldsOf(baseForm, record)).map(
    ([key, field]) => [`${record}.${key}`, field, fieldCopy(en, record, key) ?? { label: '' }] as const,
  ),
);
const screens = flow.flatMap((section): readonly Screen[] => section.screens);
const wordsOfScreen = ({ key }: Screen) => screenCopy(en, key as ScreenKey);

type Text = readonly [where: string, text: string];

/** Returns a text as people read it, with a name and limits filled in. */
const said = ([where, text]: Text): Text => [
  where,
  text
    .replaceAll('{name}', 'Dana')
    .replaceAll(/\{\w+ (\w+)\}/g, (_, one: string) => en.counted(18, one))
    .replaceAll(/\{\w+\}/g, '18'),
];

const wordsOf = (key: 'label' | 'hint' | 'help'): Text[] =>
  fields.flatMap(([where, , words]) => {
    const text = words[key];
    return text === undefined ? [] : [[`${key} of ${where}`, text] as const];
  });

const labels = wordsOf('label');
const hints = wordsOf('hint');
const helps = wordsOf('help');
const fixTexts: readonly Text[] = [
  ...Object.entries({
    ...en.fixes.rules,
    sharedSsn: en.fixes.sharedSsn,
    ...en.cautions,
    ...en.fixes.dateParts,
    ...en.documentErrors,
  }),
  ...fields.flatMap(([where, , words]) =>
    Object.entries(words.fixes ?? {}).map(([rule, text]) => [`fix of ${where}.${rule}`, text] as const),
  ),
];
const titles: readonly Text[] = screens.flatMap((screen) => [
  [`title of ${screen.key}`, wordsOfScreen(screen).title] as const,
  ...Object.values(wordsOfScreen(screen).groups ?? {}).flatMap(({ title }) =>
    title ? [[`heading of ${screen.key}`, title] as const] : [],
  ),
]);

/** The arguments for texts that are functions: a plural count, a count of one, and no values. */
const valuesToSay: readonly (readonly unknown[])[] = [
  [3, 3, 3],
  [1, 1, 1],
  [null, null, null],
];

/** Returns every text within a value, at any depth, with its path. */
function textsIn(where: string, words: unknown): Text[] {
  if (typeof words === 'string') return [[where, words]];
  if (typeof words === 'function') return valuesToSay.flatMap((values) => textsIn(where, words(...values)));
  if (typeof words !== 'object' || words === null) return [];
  return Object.entries(words).flatMap(([key, within]) => textsIn(`${where}.${key}`, within));
}

/** The shipped programs' own texts. */
const programs = new URL('../programs/', import.meta.url);
const ofPrograms: readonly Text[] = readdirSync(programs).flatMap((folder) => {
  const settings = JSON.parse(readFileSync(new URL(`${folder}/program.json`, programs), 'utf8'));
  const { benefits, afterSubmission, merchant, phone, words } = settings;
  return textsIn(folder, { benefits, afterSubmission, merchant, phone, words });
});

/** Our own words, without the texts that we can't improve because the specification (D8) or the law (D60) fixes them. */
const { messages: _messages, errors, ...ours } = en;
const { law: _law, lawMeaning: _meaning, lawTitle: _title, leave: _leave, ...ourIntro } = intro;
const fixedByLaw = /\.byLaw$/;

const all: readonly Text[] = [
  ...textsIn('page', ours),
  ...textsIn('intro', ourIntro),
  ...textsIn('mail', mail),
  ...textsIn('byEmail', byEmail),
  ...textsIn('resume', resume),
  ...textsIn('customScreens', customScreens),
  ...textsIn('sent', sent),
  ...textsIn('industrySearch', industrySearch),
  ...textsIn('signing', signing),
  ...textsIn('noProgram', noProgram),
  ...textsIn('errors', errors.page),
  ...ofPrograms,
].filter(([where]) => !fixedByLaw.test(where) && !/\.icon$/.test(where));

/** Returns a text without email addresses and “(optional)”, which people don't read as prose. */
const prose = (text: string) => text.replace(/\S+@\S+\w/, 'this').replace(' (optional)', '');

describe('reading grade 8 at most (A7)', () => {
  test('the measure distinguishes easy texts from hard ones', () => {
    expect(readingGrade('The cat sat on the mat.')).toBeLessThan(1);
    expect(readingGrade('We want to know where you live.')).toBeLessThan(3);
    expect(
      readingGrade(
        'Notwithstanding any preceding representation, beneficial ownership certification obligations continue indefinitely.',
      ),
    ).toBeGreaterThan(20);
  });

  /**
   * Returns whether a text is prose, for which the reading grade was designed: it has at least eight words and is not in the list
   * of things to have ready. The single word "Industry" would have grade 20.
   */
  const isRunning = ([where, text]: Text) =>
    prose(text).split(' ').length >= 8 && !where.startsWith('intro.need.');

  test('each help text, and every other text of eight words or more', () => {
    const running = [...helps, ...all.filter(isRunning)].map(said);
    expect(running.filter(([, text]) => readingGrade(prose(text)) > 8)).toEqual([]);
  });

  test.each([
    ['labels', labels],
    ['hints', hints],
    ['fixes', fixTexts],
    ['titles', titles],
  ])('%s, read one after the other', (_what, texts) => {
    const whole = texts.map(said).map(([, text]) => prose(text).replace(/[^.?]$/, '$&.'));
    expect(readingGrade(whole.join(' '))).toBeLessThanOrEqual(8);
  });
});

/** Matches “a” or “an” directly before a value that is filled in, with or without Markdown or quotation marks between them. */
const articleBeforeValue = /\ban? ["“‘(*_[]*\$?\{/i;

/** Returns the files of a folder whose texts people read, with their contents. Tests are omitted, as they have wrong texts. */
function sourcesIn(folder: string): Text[] {
  const root = new URL(`../${folder}/`, import.meta.url);
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' });
  return files
    .filter((file) => /\.(ts|md|json)$/.test(file) && !file.endsWith('.test.ts'))
    .map((file) => [`${folder}/${file}`, readFileSync(new URL(file, root), 'utf8')]);
}

describe('a sentence is correct for any name that is filled in', () => {
  test.each([
    ['a {programName} commercial credit card', true],
    ['You need an **{programName}** card', true],
    ['An “{programName}” card', true],
    ['the {programName} commercial credit card', false],
    ['Sam Lea {programName}', false],
  ])('the pattern tells whether an article is before a value: %s', (text, isBefore) => {
    expect(articleBeforeValue.test(text)).toBe(isBefore);
  });

  test('no text has “a” or “an” before a value, because names begin with different sounds', () => {
    const texts = ['copy', 'programs', 'server/programs', 'server/delivery'].flatMap(sourcesIn);
    expect(texts.map(([where]) => where)).toEqual(
      expect.arrayContaining(['copy/en/mail.ts', 'programs/default/agreements/esign.md']),
    );
    const wrong = texts.filter(([, text]) => articleBeforeValue.test(text));
    expect(wrong.map(([where]) => where)).toEqual([]);
  });
});

const unlike = (texts: readonly Text[], pattern: RegExp) => texts.filter(([, text]) => !pattern.test(text));
const like = (texts: readonly Text[], pattern: RegExp) => texts.filter(([, text]) => pattern.test(text));

describe('plain words', () => {
  test('no text begs, hurries or sends a person elsewhere', () => {
    expect(like(all, /please|!|https?:|\*/i)).toEqual([]);
  });

  test('the texts use no uncommon words', () => {
    expect(like(all, /(?<!on )\bpapers?\b|\bmend(s|ed|ing)?\b|\b(un)?tick(s|ed)?\b/i)).toEqual([]);
  });

  test('no text promises a card before the bank decides', () => {
    expect(like(all, /\b(will|’ll) get a card\b/)).toEqual([]);
  });

  test('no text expects every business to be registered, or to have owners to certify', () => {
    expect(like(all, /\bis registered\b|certify the owners/i)).toEqual([]);
  });

  test('a Social Security number is never abbreviated', () => {
    expect(like(all, /\bSSNs?\b/)).toEqual([]);
  });

  test('punctuation is typographic and spaces are single', () => {
    const apart = all.filter(([, text]) => text !== en.page.errorPrefix);
    expect(like(apart, /'|"|\.\.|\s\s|^\s|\s$/)).toEqual([]);
  });

  test('a hint is one sentence without a period', () => {
    expect(like(hints, /[.!?]$|[!?]\s|\p{L}{3}\.\s/u)).toEqual([]);
  });

  test('help and fix are whole sentences', () => {
    expect(unlike([...helps, ...fixTexts], /^[\p{Lu}].*[.]”?$/u)).toEqual([]);
  });

  test('a label begins with a capital or a name and ends without a period or colon', () => {
    expect(unlike(labels, /^[\p{Lu}{].*[^.:]$/u)).toEqual([]);
  });
});

test('the label of every optional field says so, and no other label does', () => {
  const optional = fields.filter(([, , { label }]) => label.includes(en.optional)).map(([where]) => where);
  expect(optional).toEqual([
    'application.dba',
    'application.taxIdKind',
    'disclosures.affiliates',
    'authorizedUser.ssn',
  ]);
});

test('no two groups have the same heading (design brief, section 1.2)', () => {
  const headings = screens.flatMap((screen) => {
    const words = wordsOfScreen(screen);
    if (screen.groups.length === 0) return [words.title];
    return screen.groups.map((group) => {
      const [first = '', ...others] = group.fields;
      const label = others.length === 0 ? fieldCopy(en, group.record, first)?.label : undefined;
      return words.groups?.[first]?.title ?? label ?? words.title;
    });
  });
  expect(headings.filter((heading, index) => headings.indexOf(heading) !== index)).toEqual([]);
});

test('every required field says in its own words what to enter', () => {
  const required = fields.filter(([, field]) => field.rules.some(({ kind }) => kind === 'required'));
  expect(required.filter(([, , words]) => !words.fixes?.required).map(([where]) => where)).toEqual([]);
});

test('a question has a text about the consequence below each answer', () => {
  const asked = new Set(
    screens.flatMap(({ groups }) =>
      groups.flatMap(({ record, fields: keys }) => keys.map((key) => `${record}.${key}`)),
    ),
  );
  const questions = fields.filter(([where, { type }]) => type === 'yesNo' && asked.has(where));
  expect(questions.length).toBeGreaterThan(5);
  const said = questions.flatMap(([where, , { yes, no, noEnds }]) => [
    [`${where}, yes`, yes] as const,
    [`${where}, no`, no ?? noEnds] as const,
  ]);
  expect(said.filter(([, text]) => !text)).toEqual([]);
  // The text below Yes must differ from the text below No.
  for (const [where, , { yes, no }] of questions) expect(yes, where).not.toBe(no);
});

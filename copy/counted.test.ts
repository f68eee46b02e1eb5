/** Tests that no text has a plural after 1, such as “1 days”. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { byEmail } from './en/by-email.ts';
import { en } from './en/en.ts';
import { resume } from './en/resume.ts';
import { fill } from './sentences.ts';

const folder = join(import.meta.dirname, 'en');

/** Returns all texts in a module of words, with their paths. Calls each function with 1 as every argument. */
function said(where: string, words: unknown): readonly (readonly [where: string, text: string])[] {
  if (typeof words === 'string') return [[where, words]];
  if (typeof words === 'function') return said(where, words(...Array<number>(words.length).fill(1)));
  if (typeof words !== 'object' || words === null) return [];
  return Object.entries(words).flatMap(([key, part]) => said(`${where}.${key}`, part));
}

/** Words that end with “s” but are not plurals. They may follow a 1, because `said` also passes 1 in place of a name. */
const singular = ['as', 'business', 'is', 'less'];

const sentences = (
  await Promise.all(
    readdirSync(folder).map(async (name) => said(name.replace('.ts', ''), await import(join(folder, name)))),
  )
).flat();

test('the tests read the sentences of all modules', () => {
  expect(sentences).toContainEqual(['by-email.byEmail.save.lead', byEmail.save.lead(1)]);
  expect(sentences.length).toBeGreaterThan(400);
});

test('with a count of 1, every sentence has its noun and verb in the singular', () => {
  const wrong = sentences.filter(([, text]) =>
    [...text.matchAll(/(?<![\d.,])1 (?:card )?([a-z]+s)\b|\bThere are 1\b|\b1 [a-z]+ are\b/g)].some(
      ([, noun]) => !singular.includes(noun ?? ''),
    ),
  );
  expect(wrong).toEqual([]);
});

/** The texts that contain a limit of a field or program, except the messages, whose wording the specification fixes (D8). */
const templates = sentences.filter(
  ([where, text]) => /\{(min|max|count)\b/.test(text) && !/\bmessages\./.test(where),
);
const withLimit = (limit: string) =>
  templates.map(([, text]) => fill(en, text, { min: limit, max: limit, count: limit }));

test('a limit of 1 has its noun in the singular, any other limit in the plural', () => {
  const nouns = /(?<![\d.,])(\d[\d,]*) (?!or|to)([a-z]+)/g;
  const nounsAt = (limit: string) =>
    new Set(withLimit(limit).flatMap((text) => [...text.matchAll(nouns)].map(([whole]) => whole)));
  expect(nounsAt('1')).toEqual(new Set(['1 character', '1 digit']));
  expect(nounsAt('2')).toEqual(new Set(['2 characters', '2 digits']));
  expect(nounsAt('1,001')).toEqual(new Set(['1,001 characters', '1,001 digits']));
  for (const text of [...withLimit('1'), ...withLimit('2')]) expect(text).not.toMatch(/[{}]/);
});

test('a count other than 1 has its noun in the plural', () => {
  expect(byEmail.save.lead(5)).toContain('5 days');
  expect(resume.ended.kept(1)).toContain('1 hour after');
  expect(resume.ended.kept(2)).toContain('2 hours after');
});

/**
 * Tests that every regular expression of the product and its scripts runs in linear time, because text from outside can be long.
 */
import { checkSync } from 'recheck';
import { afterAll, describe, expect, test } from 'vitest';
import { digitsPattern, phonePattern, statePattern, zipPattern } from '../../api/patterns.ts';
import { mailCode, taxIdEnd } from '../../form/limits/resume-limits.ts';
import { emailAddress, identifierDigits } from '../../form/rules/rules.ts';
import { type Pattern, patternsOf } from '../support/patterns.ts';
import { files, read } from '../support/repository.ts';

// Use the checker's JavaScript implementation. It gives the same result on every machine, and doesn't start Java.
process.env['RECHECK_SYNC_BACKEND'] = 'pure';
afterAll(() => void delete process.env['RECHECK_SYNC_BACKEND']);

const rooms = /^(form|copy|api|server|web|scripts)\/.*(?<!\.test)\.tsx?$/;
const found = files.filter((file) => rooms.test(file)).map((file) => patternsOf(file, read(file)));

/** The patterns that the OpenAPI document gives to clients, keyed by the code that builds them. */
const described = {
  'api/answers.ts: digitsPattern(identifierDigits.industryCode)': digitsPattern(
    identifierDigits.industryCode,
  ),
  'api/answers.ts: digitsPattern(identifierDigits.ssn)': digitsPattern(identifierDigits.ssn),
  'api/answers.ts: digitsPattern(identifierDigits.taxId)': digitsPattern(identifierDigits.taxId),
  'api/answers.ts: emailAddress.source': emailAddress.source,
  'api/answers.ts: phonePattern(identifierDigits.phone)': phonePattern(identifierDigits.phone),
  'api/answers.ts: statePattern()': statePattern(),
  'api/answers.ts: zipPattern(count)': zipPattern(5),
  'api/resume.ts: digitsPattern(mailCode.digits)': digitsPattern(mailCode.digits),
  'api/resume.ts: digitsPattern(taxIdEnd)': digitsPattern(taxIdEnd),
};

/** Examples of the patterns that are built at run time, keyed by the code that builds them. */
const made: Readonly<Record<string, RegExp>> = {
  ...Object.fromEntries(Object.entries(described).map(([at, source]) => [at, new RegExp(source, 'u')])),
  'form/flow/steps.ts: `(?:^\\\\??|&)${key}=(\\\\d{1,2})(?:&|$)`': /(?:^\??|&)owner=(\d{1,2})(?:&|$)/,
  'scripts/application-to-bank.ts: `${id}|${reference}`': /0197-0a|CC-ABCD/,
  'web/api/google-suggestions.ts: `, ${state}\\\\b`': /, MN\b/,
  "web/screens/industry/mark-matches.ts: `(?<![\\\\p{L}\\\\d])(?:${words.join('|')})`":
    /(?<![\p{L}\d])(?:roofers|roofer(?![\p{L}\d])|roofs|roof(?![\p{L}\d]))/giu,
};

const patterns = [
  ...found.flatMap(({ read }) => read),
  ...Object.entries(made).map(([at, { source, flags }]) => ({ at, source, flags })),
];

/**
 * Options that limit the checker by its number of steps instead of time. A slow machine then gets the same result as a fast one.
 */
const bounds = {
  timeout: null,
  attackTimeout: null,
  incubationTimeout: null,
  maxIteration: 2,
  attackLimit: 10_000_000,
} as const;

/**
 * Returns an empty list if a pattern runs in linear time. Otherwise returns the pattern with its place in the code, and a text on
 * which it is slow or the error of the checker.
 */
function objectionTo({ source, flags, at }: Pattern): string[] {
  const verdict = checkSync(source, flags, bounds);
  if (verdict.status === 'safe') return [];
  const why = verdict.status === 'vulnerable' ? verdict.attack.pattern : JSON.stringify(verdict.error);
  return [`${at} /${source}/${flags}: ${why}`];
}

test('every regular expression runs in linear time', () => {
  expect(patterns.length).toBeGreaterThan(200);
  const distinct = new Map(patterns.map((pattern) => [`/${pattern.source}/${pattern.flags}`, pattern]));
  expect([...distinct.values()].flatMap(objectionTo)).toEqual([]);
});

test('every pattern that is built at run time is listed here', () => {
  expect(found.flatMap(({ unread }) => unread).toSorted()).toEqual(Object.keys(made).toSorted());
});

test('the server sends no regular expression to the database', () => {
  const asks = /\bSIMILAR TO\b|\bregexp_\w+\(|\$\{[^{}]{1,80}\} ~\*? /i;
  expect(files.filter((file) => file.startsWith('server/') && asks.test(read(file)))).toEqual([]);
});

describe('the check reports', () => {
  const objections = (text: string) => patternsOf('a.ts', text).read.flatMap(objectionTo);

  test.each([
    ['a repetition that begins anywhere', String.raw`text.replace(/\s+$/, '')`],
    ['a repetition of a repetition', String.raw`/^(?:\w+\s?)*$/.test(text)`],
    ['a repetition in a look-ahead', String.raw`text.replace(/\B(?=(?:\d{3})+$)/g, ',')`],
    ['a pattern assembled from parts', `const many = '(a|a)*'; new RegExp(['^', many, '$'].join(''))`],
    ['a pattern in a schema', `Type.String({ pattern: '^([a-z]+)*$' })`],
  ])('%s', (_, text) => {
    expect(objections(text)).toHaveLength(1);
  });

  test('no pattern that runs in linear time', () => {
    expect(objections(String.raw`text.replace(/(?<!\s)\s+$/, ''); new RegExp('^[a-z]+$')`)).toEqual([]);
  });
});

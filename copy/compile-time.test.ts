/**
 * Tests that the code doesn't compile if words are missing, or if a key of the words is misspelled or unknown (D50). `npx tsc -p
 * tests` fails if a line under `@ts-expect-error` compiles. At run time, this file only tests that the words load.
 */
import { expect, test } from 'vitest';
import type { Copy, FieldsCopy, ScreensCopy } from './copy.ts';
import { en } from './en/en.ts';

const { application, owner } = en.fields;
const { 'business-billing': billing, business, 'control-question': control } = en.screens;

test('a language without the words of a field does not compile', () => {
  const { dba, ...without } = application;
  // @ts-expect-error: the field `dba` has no words
  const missing: FieldsCopy['application'] = without;
  // @ts-expect-error: the field `dba` has no label
  const label: FieldsCopy['application'] = { ...application, dba: { hint: 'What customers call you' } };
  // @ts-expect-error: there is no field `dbaa`
  const misspelt: FieldsCopy['application'] = { ...application, dbaa: dba };
  expect([missing, label, misspelt]).toHaveLength(3);
});

test('a language without the words of an option, or with a fix for a rule that the field lacks, does not compile', () => {
  const { other: _, ...options } = owner.housingStatus.options;
  // @ts-expect-error: the option "other" has no label
  const missing: FieldsCopy['owner'] = { ...owner, housingStatus: { ...owner.housingStatus, options } };
  const fixes = { noPoBox: 'Enter a street.' };
  // @ts-expect-error: the field `email` has no rule `noPoBox`
  const fix: FieldsCopy['owner'] = { ...owner, email: { label: 'Email', fixes } };
  expect([missing, fix]).toHaveLength(2);
});

test('a language without the words of a screen, a group, a Skip button, or a stop does not compile', () => {
  const { start: _, ...others } = en.screens;
  // @ts-expect-error: the screen `start` has no words
  const screens: ScreensCopy = others;
  const { groups, ...titled } = business;
  // @ts-expect-error: the groups of the screen have no words
  const groupless: ScreensCopy['business'] = titled;
  const { taxId, ...rest } = groups;
  // @ts-expect-error: the group of the tax ID has no words
  const group: ScreensCopy['business'] = { ...business, groups: rest };
  const label = { label: taxId.label };
  // @ts-expect-error: a group of several fields has no heading
  const heading: ScreensCopy['business'] = { ...business, groups: { ...groups, organizationType: label } };
  const { skip: __, ...unskipped } = billing;
  // @ts-expect-error: the screen can be skipped, but the Skip button has no label
  const skip: ScreensCopy['business-billing'] = unskipped;
  const { stop: ___, ...endless } = control;
  // @ts-expect-error: the screen can end the application, but has no text for this case
  const stop: ScreensCopy['control-question'] = endless;
  expect([screens, groupless, group, heading, skip, stop]).toHaveLength(6);
});

test('a language without a message, an error text or a sentence of the page does not compile', () => {
  const { required: _, ...messages } = en.messages;
  // @ts-expect-error: the rule `required` has no message
  const rules: Copy['messages'] = messages;
  const { domain: __, ...areas } = en.errors.areas;
  // @ts-expect-error: the area `domain` has no error texts
  const errors: Copy['errors'] = { ...en.errors, areas };
  const { next: ___, ...page } = en.page;
  // @ts-expect-error: the Next button has no label
  const words: Copy['page'] = page;
  // @ts-expect-error: `helpWith` takes a name, not a number
  const name: Copy['page'] = { ...en.page, helpWith: (count: number) => `${count}` };
  // Words in another language compile.
  const other: Copy['page'] = { ...en.page, next: 'Weiter', helpWith: (label) => `Hilfe zu ${label}` };
  expect([rules, errors, words, name, other]).toHaveLength(5);
});

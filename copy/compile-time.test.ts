/**
 * What must not compile: words that are missing, misspelled, or for something that does not exist (D50). `npx tsc -p
 * tests` checks it; at run time there is nothing to test but that the words load.
 */
import { expect, test } from 'vitest';
import type { Copy, FieldsCopy, ScreensCopy } from './copy.ts';
import { en } from './en/en.ts';

const { application, owner } = en.fields;
const { 'business-billing': billing, business, 'control-question': control } = en.screens;

test('a language without the words of a field does not compile', () => {
  const { dba, ...without } = application;
  // @ts-expect-error: dba is missing
  const missing: FieldsCopy['application'] = without;
  // @ts-expect-error: a label is needed
  const label: FieldsCopy['application'] = { ...application, dba: { hint: 'What customers call you' } };
  // @ts-expect-error: there is no field dbaa
  const misspelt: FieldsCopy['application'] = { ...application, dbaa: dba };
  expect([missing, label, misspelt]).toHaveLength(3);
});

test('a language without the words of an option, or with a fix for a rule that the field lacks, does not compile', () => {
  const { other: _, ...options } = owner.housingStatus.options;
  // @ts-expect-error: the label of "other" is missing
  const missing: FieldsCopy['owner'] = { ...owner, housingStatus: { ...owner.housingStatus, options } };
  const fixes = { noPoBox: 'Enter a street.' };
  // @ts-expect-error: an email is not a street
  const fix: FieldsCopy['owner'] = { ...owner, email: { label: 'Email', fixes } };
  expect([missing, fix]).toHaveLength(2);
});

test('a language without the words of a screen, a group, a Skip button, or a stop does not compile', () => {
  const { start: _, ...others } = en.screens;
  // @ts-expect-error: the start has a title
  const screens: ScreensCopy = others;
  const { groups, ...titled } = business;
  // @ts-expect-error: its groups have words
  const groupless: ScreensCopy['business'] = titled;
  const { taxId, ...rest } = groups;
  // @ts-expect-error: the group of the tax ID has words too
  const group: ScreensCopy['business'] = { ...business, groups: rest };
  const label = { label: taxId.label };
  // @ts-expect-error: several fields have a heading
  const heading: ScreensCopy['business'] = { ...business, groups: { ...groups, businessName: label } };
  const { skip: __, ...unskipped } = billing;
  // @ts-expect-error: it can be skipped
  const skip: ScreensCopy['business-billing'] = unskipped;
  const { stop: ___, ...endless } = control;
  // @ts-expect-error: it can end the application
  const stop: ScreensCopy['control-question'] = endless;
  expect([screens, groupless, group, heading, skip, stop]).toHaveLength(6);
});

test('a language without a message, an error text or a sentence of the page does not compile', () => {
  const { required: _, ...messages } = en.messages;
  // @ts-expect-error: required
  const rules: Copy['messages'] = messages;
  const { domain: __, ...areas } = en.errors.areas;
  // @ts-expect-error: domain
  const errors: Copy['errors'] = { ...en.errors, areas };
  const { next: ___, ...page } = en.page;
  // @ts-expect-error: next
  const words: Copy['page'] = page;
  // @ts-expect-error: a text with a name takes a name
  const name: Copy['page'] = { ...en.page, helpWith: (count: number) => `${count}` };
  // Another language has the same texts in its own words.
  const other: Copy['page'] = { ...en.page, next: 'Weiter', helpWith: (label) => `Hilfe zu ${label}` };
  expect([rules, errors, words, name, other]).toHaveLength(5);
});

import { expect, test } from 'vitest';
import { personOf, stateOf } from '../../tests/support/application-states.ts';
import { answersTo, fieldsAsked } from './asked.ts';

const keysAsked = (...given: Parameters<typeof fieldsAsked>) => fieldsAsked(...given).map(([key]) => key);

test('the answers that a change implies are added to the earlier answers (D14)', () => {
  const billing = { record: 'application', keys: ['billingCity', 'nothing'] } as const;
  const another = stateOf({ questions: { billingSame: false } });
  expect(keysAsked(billing, stateOf())).toEqual([]);
  expect(keysAsked({ ...billing, assuming: { billingSame: false } }, stateOf())).toEqual(['billingCity']);
  expect(keysAsked({ ...billing, assuming: { guarantor: true } }, another)).toEqual(['billingCity']);
  expect(keysAsked({ ...billing, assuming: { guarantor: true } }, stateOf())).toEqual([]);
});

test('the answers come from the record, and a new person has none', () => {
  const state = stateOf({ questions: { billingSame: true } });
  const owner = personOf('owner', 1);
  expect(answersTo({ record: 'application' }, state)).toBe(state.applicationData);
  expect(answersTo({ record: 'disclosures' }, state)).toBe(state.disclosures);
  expect(answersTo({ record: 'questions' }, state)).toBe(state.questions);
  expect(answersTo({ record: 'owner', person: owner }, state)).toBe(owner.answers);
  expect(answersTo({ record: 'owner' }, state)).toEqual({});
});

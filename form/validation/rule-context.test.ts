import { describe, expect, test } from 'vitest';
import { personOf, stateOf } from '../../tests/support/application-states.ts';
import { ruleContext } from './rule-context.ts';

describe('the context of the rules', () => {
  const applicant = personOf('applicant', 1, { percentageOwned: 40 });
  const owner = personOf('owner', 1, { percentageOwned: 30 });
  const user = personOf('authorized_user', 1);
  const state = stateOf({ personnel: [applicant, owner, user] });

  test('the other people’s share and numbers, today and the record', () => {
    const record = { ssn: '1' };
    expect(ruleContext(state, record, owner)).toMatchObject({
      record,
      today: '2026-06-15',
      unclaimedShare: 60_00,
      otherSsns: [applicant.answers['ssn']],
      guarantorRequired: true,
    });
  });

  test('a card user may have the number of any other person', () => {
    expect(ruleContext(state, {}, user).otherSsns).toEqual([]);
    expect(ruleContext(state, {}, applicant).otherSsns).toEqual([owner.answers['ssn']]);
  });

  test('for a person who is not stored yet, it contains all other people', () => {
    const numbers = [applicant, owner].map(({ answers }) => answers['ssn']);
    expect(ruleContext(state, {}).otherSsns).toEqual(numbers);
  });

  test('a number known only by its last four digits is not compared', () => {
    const masked = personOf('applicant', 1, { ssn: null, ssnLast4: '0011' });
    const kept = stateOf({ personnel: [masked, owner] });
    expect(ruleContext(kept, {}, owner).otherSsns).toEqual([]);
  });
});

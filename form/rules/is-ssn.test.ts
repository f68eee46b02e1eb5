import { describe, expect, test } from 'vitest';
import { unreadable } from '../kinds/kind.ts';
import { applicantFields } from '../personnel.ts';
import { ruleContext } from '../situation.ts';
import { messageFor, obeysRule, personOf, situationOf } from '../test-situations.ts';

describe('ssn: any nine digits (D2)', () => {
  test.each([
    ['123456789', true],
    ['000000000', true],
    ['900700000', true],
    ['12345678', false],
    ['1234567890', false],
    ['12345678a', false],
    [unreadable, false],
  ] as const)('%j → %s', (answer, expected) => {
    expect(obeysRule({ kind: 'ssn' }, answer)).toBe(expected);
  });

  test.each([
    ['123-45-6789', null],
    ['123 45 6789', null],
    ['１２３４５６７８９', null],
    ['123-45-678', 'Invalid Field'],
    ['', 'Required Field'],
  ])('typed as %j → %j', (typed, message) => {
    expect(messageFor(applicantFields.ssn, typed)).toBe(message);
  });
});

describe('the same number twice (D2)', () => {
  const ssn = '987654321';
  const applicant = personOf('applicant', 1, { ssn });
  const owner = personOf('owner', 1);
  const user = personOf('authorized_user', 1);
  const situation = situationOf({ personnel: [applicant, owner, user] });
  const contextFor = (person?: typeof applicant) => ruleContext(situation, {}, person);

  test('is refused of an owner who gives the applicant’s', () => {
    expect(messageFor(applicantFields.ssn, ssn, contextFor(owner))).toBe('Invalid Field');
  });

  test('is refused of an owner who is not stored yet', () => {
    expect(messageFor(applicantFields.ssn, ssn, contextFor())).toBe('Invalid Field');
  });

  test('does not hold a person’s own number against them', () => {
    expect(messageFor(applicantFields.ssn, ssn, contextFor(applicant))).toBeNull();
  });

  test('may stand on an authorized user, who can be the applicant or an owner', () => {
    expect(messageFor(applicantFields.ssn, ssn, contextFor(user))).toBeNull();
  });

  test('may be an authorized user’s already', () => {
    expect(messageFor(applicantFields.ssn, String(user.answers['ssn']), contextFor(owner))).toBeNull();
  });
});

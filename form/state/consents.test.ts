import { describe, expect, test } from 'vitest';
import {
  businessAnswers,
  guaranteed,
  personOf,
  stateOf,
  theApplicant,
} from '../../tests/support/application-states.ts';
import { certificationOf, voidedAgreements } from './consents.ts';

describe('the certification (D30)', () => {
  test('lists the beneficial owners and who certifies', () => {
    const personnel = [
      theApplicant,
      personOf('owner', 1, { percentageOwned: 33.33 }),
      personOf('authorized_user'),
    ];
    expect(certificationOf(stateOf({ personnel }))).toEqual({
      owners: [
        { name: 'Dana applicant 1', percent: 40 },
        { name: 'Dana owner 1', percent: 33.33 },
      ],
      certifier: { name: 'Dana applicant 1', title: 'Manager' },
    });
  });

  test('lists no one if owners are not asked, and can be empty', () => {
    const applicationData = { organizationType: 'sole_proprietorship' } as const;
    expect(certificationOf(stateOf({ applicationData })).owners).toEqual([]);
    expect(certificationOf({ applicationData, personnel: [] }).certifier).toEqual({ name: '', title: '' });
  });
});

describe('consents that a change makes void (D31)', () => {
  const before = stateOf();
  const applicant = (changes: Readonly<Record<string, unknown>>) => ({
    ...before,
    personnel: [personOf('applicant', 1, changes)],
  });

  test.each([
    ['nothing', before, []],
    ['another home', applicant({ addressLine: '1 Elm St' }), []],
    ['no guarantor', { ...before, applicationData: businessAnswers }, ['guarantor']],
    ['another share', applicant({ percentageOwned: 41 }), ['controlling-party']],
    ['a share below 25 %', applicant({ percentageOwned: 24.99 }), ['controlling-party']],
    ['another name', applicant({ fullName: 'Dana Oak' }), ['controlling-party']],
    ['another title', applicant({ occupation: 'Owner' }), ['controlling-party']],
    ['an owner', { ...before, personnel: [theApplicant, personOf('owner')] }, ['controlling-party']],
    ['a card user', { ...before, personnel: [theApplicant, personOf('authorized_user')] }, []],
    [
      'a form without owners',
      { ...before, applicationData: { ...guaranteed, organizationType: 'municipality' as const } },
      ['controlling-party'],
    ],
  ])('%s', (_what, after, voided) => {
    expect(voidedAgreements(before, after)).toEqual(voided);
  });
});

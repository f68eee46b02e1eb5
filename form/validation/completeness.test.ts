import { describe, expect, test } from 'vitest';
import { en } from '../../copy/en/en.ts';
import { ruleMessage } from '../../copy/sentences.ts';
import {
  agreed,
  businessAnswers,
  guaranteed,
  personOf,
  stateOf,
  theApplicant,
  without,
} from '../../tests/support/application-states.ts';
import type { ApplicationState } from '../fields/application-state.ts';
import { formWith } from '../fields/form.ts';
import { agreementsDue } from '../state/consents.ts';
import { disclosureErrors, guarantorErrors, sectionErrors, submissionErrors } from './completeness.ts';

const everythingAgreed = agreed('esign', 'terms', 'guarantor', 'controlling-party');
const ready = (changes: Partial<ApplicationState> = {}) => stateOf({ agreed: everythingAgreed, ...changes });
const disclosures = { shareInformation: true, authority: true, noOtherOwners: true };

/** Returns the path and message of each error that prevents the submission. */
const errors = (changes: Partial<ApplicationState>) =>
  submissionErrors(ready(changes)).map((error) => [error.field, ruleMessage(en, error)]);

describe('the errors that prevent a submission (D27)', () => {
  test('none, if all is answered, confirmed and agreed; section flags do not count (D11)', () => {
    expect(errors({})).toEqual([]);
  });

  test.each<[string, Partial<ApplicationState>, readonly (readonly [string, string])[]]>([
    [
      'an answer of the business',
      { applicationData: { ...without(guaranteed, ['email']), addressState: 'TX' } },
      [
        ['applicationData.email', 'Required Field'],
        ['applicationData.addressPostalCode', 'Postal Code is not valid for TX'],
      ],
    ],
    [
      'part of a billing address (D14)',
      { applicationData: { ...guaranteed, billingCity: 'Edina', billingState: 'MN' } },
      [
        ['applicationData.billingAddressLine', 'Required Field'],
        ['applicationData.billingPostalCode', 'Required Field'],
      ],
    ],
    [
      'an answer of a person',
      { personnel: [theApplicant, personOf('owner', 1, { percentageOwned: 24.99, ssn: null })] },
      [
        [`personnel.${personOf('owner').id}.ssn`, 'Required Field'],
        [`personnel.${personOf('owner').id}.percentageOwned`, 'Percentage owned must be at lease 25%'],
      ],
    ],
    [
      'more than the whole',
      { personnel: [theApplicant, personOf('owner', 1, { percentageOwned: 60.01 })] },
      [
        [
          `personnel.${theApplicant.id}.percentageOwned`,
          'Total percentage owned by all owners must not exceed 100%. Unclaimed owner percentage: 39.99%',
        ],
        [
          `personnel.${personOf('owner').id}.percentageOwned`,
          'Total percentage owned by all owners must not exceed 100%. Unclaimed owner percentage: 60%',
        ],
      ],
    ],
    [
      'the same number twice',
      { personnel: [theApplicant, personOf('owner', 1, { ssn: theApplicant.answers['ssn'] })] },
      [
        [`personnel.${theApplicant.id}.ssn`, 'Invalid Field'],
        [`personnel.${personOf('owner').id}.ssn`, 'Invalid Field'],
      ],
    ],
    [
      'a card user of 17',
      { personnel: [theApplicant, personOf('authorized_user', 1, { dateOfBirth: '2008-06-16' })] },
      [[`personnel.${personOf('authorized_user').id}.dateOfBirth`, 'Must be at least 18 years old']],
    ],
    [
      'no answer about other owners while 25 % is unclaimed (D17)',
      { disclosures: { ...disclosures, noOtherOwners: false } },
      [['disclosures.noOtherOwners', 'Required Field']],
    ],
    [
      'no authority (D15)',
      { disclosures: { ...disclosures, authority: false } },
      [['disclosures.authority', 'Required Field']],
    ],
    [
      'no consent to share',
      { disclosures: { ...disclosures, shareInformation: false } },
      [['disclosures.shareInformation', 'Required Field']],
    ],
    [
      'no guarantor where one is required (D16)',
      { applicationData: businessAnswers },
      [['applicationData.guarantorId', 'Please click the checkbox before continuing']],
    ],
    [
      'an agreement',
      { agreed: agreed('esign', 'guarantor') },
      [
        ['consents.terms', 'Please select agree to continue.'],
        ['consents.controlling-party', 'Please select agree to continue.'],
      ],
    ],
  ])('%s', (_what, changes, expected) => {
    expect(errors(changes)).toEqual(expected);
  });

  test('every answer of a missing applicant', () => {
    const paths = errors({ personnel: [], applicationData: businessAnswers }).map(([field]) => field);
    expect(paths).toContain('personnel.applicant.fullName');
    expect(paths).toContain('personnel.applicant.percentageOwned');
    expect(paths).toContain('applicationData.guarantorId');
  });
});

describe('the answers that are needed', () => {
  test('a masked number that was saved is enough (D41)', () => {
    const applicationData = { ...without(guaranteed, ['taxId']), taxIdLast4: '6789' };
    const personnel = [personOf('applicant', 1, { ssn: null, ssnLast4: '0011' })];
    expect(errors({ applicationData, personnel })).toEqual([]);
  });

  test('an answer of an earlier session that is not read back is enough (D55)', () => {
    const applicationData = { ...without(guaranteed, ['annualSalesAmount']), stored: ['annualSalesAmount'] };
    const stored = ['dateOfBirth', 'grossAnnualIncome', 'monthlyHousingPayment'];
    const unread = { dateOfBirth: null, grossAnnualIncome: null, monthlyHousingPayment: null, stored };
    expect(errors({ applicationData, personnel: [personOf('applicant', 1, unread)] })).toEqual([]);
    const lost = { ...unread, stored: ['dateOfBirth'] };
    expect(errors({ applicationData, personnel: [personOf('applicant', 1, lost)] })).not.toEqual([]);
  });

  test('of a municipality neither shares nor owners nor a guarantor (D6, D16, D17)', () => {
    const applicationData = { ...businessAnswers, organizationType: 'municipality' } as const;
    const personnel = [personOf('applicant', 1, { percentageOwned: null })];
    const changes = {
      applicationData,
      personnel,
      guarantorRequired: false,
      disclosures: { ...disclosures, noOtherOwners: null },
    };
    expect(errors({ ...changes, agreed: agreed('esign', 'terms', 'controlling-party') })).toEqual([]);
  });

  test('nothing that the program hides, but all that it requires (D13)', () => {
    const form = formWith({
      'authorizedUser.ssn': { hidden: true },
      'application.dba': { required: true },
    });
    const personnel = [theApplicant, personOf('authorized_user', 1, { ssn: '1' })];
    expect(errors({ form, personnel })).toEqual([['applicationData.dba', 'Required Field']]);
  });
});

test('the guarantor is the applicant, never someone else (D16)', () => {
  const paths = (guarantorId: string | null, guarantorRequired: boolean) =>
    guarantorErrors(ready({ applicationData: { ...businessAnswers, guarantorId }, guarantorRequired })).map(
      ({ rule }) => rule.kind,
    );
  expect(paths(theApplicant.id, true)).toEqual([]);
  expect(paths(personOf('owner').id, true)).toEqual(['invalid']);
  expect(paths(personOf('owner').id, false)).toEqual(['invalid']);
  expect(paths(null, true)).toEqual(['guarantorRead']);
  expect(paths(null, false)).toEqual([]);
});

test('the guarantor’s agreement is needed only with a guarantor (D10)', () => {
  expect(agreementsDue({ applicationData: guaranteed })).toContain('guarantor');
  expect(agreementsDue({ applicationData: businessAnswers })).toEqual([
    'esign',
    'terms',
    'controlling-party',
  ]);
});

test('only a section’s own errors prevent its confirmation (D11)', () => {
  const state = ready({
    applicationData: without(guaranteed, ['email']),
    personnel: [
      personOf('applicant', 1, { email: null }),
      personOf('owner', 1, { percentageOwned: 30, email: null }),
      personOf('authorized_user', 1, { fullName: null }),
    ],
    disclosures: {},
  });
  const fieldsOf = (section: Parameters<typeof sectionErrors>[0]) =>
    sectionErrors(section, state).map(({ field }) => field.split('.').at(-1));
  expect(fieldsOf('business')).toEqual(['email']);
  expect(fieldsOf('applicant')).toEqual(['email']);
  expect(fieldsOf('owner')).toEqual(['email', 'noOtherOwners']);
  expect(fieldsOf('authorizedUser')).toEqual(['fullName']);
});

test('an unanswered question about authority is one error, not two', () => {
  const state = ready({ disclosures: { shareInformation: true } });
  expect(disclosureErrors(state, ['shareInformation', 'authority'])).toHaveLength(1);
});

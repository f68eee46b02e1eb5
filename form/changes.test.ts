import { describe, expect, test } from 'vitest';
import { certificationOf, changeProblems, readAnswers, voidedAgreements } from './changes.ts';
import { baseForm, fieldsOf } from './form.ts';
import { unreadable } from './kinds/kind.ts';
import { ruleContext } from './situation.ts';
import {
  businessAnswers,
  guaranteed,
  personOf,
  situationOf,
  theApplicant,
  without,
} from './test-situations.ts';

const fields = fieldsOf(baseForm, 'application');

describe('answers as they came', () => {
  test('are read field by field', () => {
    const sent = {
      businessName: '  Greenacre ',
      taxId: '12-3456789',
      employeeCount: '12',
      annualSalesAmount: 5,
      internetGambling: 'no',
      dba: null,
      addressState: 'mn',
      businessType: 'boats',
    };
    expect(readAnswers(fields, sent)).toEqual({
      businessName: 'Greenacre',
      taxId: '123456789',
      employeeCount: unreadable,
      annualSalesAmount: 5,
      internetGambling: unreadable,
      dba: null,
      addressState: 'MN',
      businessType: unreadable,
    });
  });
});

describe('a partial save (D45)', () => {
  /** Field and rule of each problem when this is sent over stored answers. */
  function problems(sent: Readonly<Record<string, unknown>>, stored: object = businessAnswers) {
    const read = readAnswers(fields, sent);
    const situation = situationOf({ applicationData: { ...stored, ...read } as typeof businessAnswers });
    const context = ruleContext(situation, situation.applicationData);
    return changeProblems(fields, read, context, situation).map(({ field, rule }) => [field, rule]);
  }

  test('judges what is sent and nothing else', () => {
    expect(problems({ email: 'office@greenacre.example' }, { businessName: 'x'.repeat(31) })).toEqual([]);
    expect(problems({ email: 'office', dba: 'x'.repeat(51) })).toEqual([
      ['email', 'email'],
      ['dba', 'maxLength'],
    ]);
  });

  test('lets an answer be cleared', () => {
    expect(problems({ businessName: null, taxId: null, addressState: null })).toEqual([]);
  });

  test('takes a billing address in parts (D14)', () => {
    expect(problems({ billingCity: 'Edina' })).toEqual([]);
  });

  test('checks the ZIP when the state is sent, and the other way round (D4)', () => {
    expect(problems({ addressState: 'TX' })).toEqual([['addressPostalCode', 'postalCodeForState']]);
    expect(problems({ addressPostalCode: '75001' })).toEqual([['addressPostalCode', 'postalCodeForState']]);
    expect(problems({ addressState: 'TX', addressPostalCode: '75001' })).toEqual([]);
    expect(problems({ addressState: 'TX' }, without(businessAnswers, ['addressPostalCode']))).toEqual([]);
    expect(problems({ addressPostalCode: '75001' }, without(businessAnswers, ['addressState']))).toEqual([]);
  });

  test('judges a field that is not asked just now all the same', () => {
    const applicant = fieldsOf(baseForm, 'applicant');
    const situation = situationOf({ applicationData: { organizationType: 'municipality' } });
    const sent = readAnswers(applicant, { percentageOwned: 'all' });
    expect(changeProblems(applicant, sent, ruleContext(situation, sent), situation)).toHaveLength(1);
  });
});

describe('the certification (D30)', () => {
  test('lists the beneficial owners and who certifies', () => {
    const personnel = [
      theApplicant,
      personOf('owner', 1, { percentageOwned: 33.33 }),
      personOf('authorized_user'),
    ];
    expect(certificationOf(situationOf({ personnel }))).toEqual({
      owners: [
        { name: 'Dana applicant 1', percent: 40 },
        { name: 'Dana owner 1', percent: 33.33 },
      ],
      certifier: { name: 'Dana applicant 1', title: 'Manager' },
    });
  });

  test('lists nobody where owners are not asked for, and can be empty', () => {
    const applicationData = { organizationType: 'sole_proprietorship' } as const;
    expect(certificationOf(situationOf({ applicationData })).owners).toEqual([]);
    expect(certificationOf({ applicationData, personnel: [] }).certifier).toEqual({ name: '', title: '' });
  });
});

describe('consents that a change makes void (D31)', () => {
  const before = situationOf();
  const applicant = (changes: Readonly<Record<string, unknown>>) => ({
    ...before,
    personnel: [personOf('applicant', 1, changes)],
  });

  test.each([
    ['nothing', before, []],
    ['another home', applicant({ addressLine: '1 Elm St' }), []],
    ['no guarantor', { ...before, applicationData: businessAnswers }, ['guarantor']],
    ['another share', applicant({ percentageOwned: 41 }), ['controlling-party']],
    ['a share that makes nobody an owner', applicant({ percentageOwned: 24.99 }), ['controlling-party']],
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

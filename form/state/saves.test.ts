import { describe, expect, test } from 'vitest';
import {
  agreed,
  businessAnswers,
  guaranteed,
  personOf,
  stateOf,
  stepOf,
  theApplicant,
} from '../../tests/support/application-states.ts';
import type { ApplicationState } from '../fields/application-state.ts';
import { groupAt } from '../flow/steps.ts';
import type { Save } from './saves.ts';
import { applySave, isWorthSending, lossBefore, saveOf, skipOf } from './saves.ts';

const everythingAgreed = agreed('esign', 'terms', 'guarantor', 'controlling-party');
const noBilling = {
  billingAddressLine: null,
  billingCity: null,
  billingState: null,
  billingPostalCode: null,
};

/** Returns what the page sends to the server after these answers at a step. */
function sentFrom(
  step: Parameters<typeof groupAt>[0],
  values: Readonly<Record<string, unknown>>,
  state: ApplicationState = stateOf(),
): Save {
  const group = groupAt(step);
  if (!group) throw new Error('The place has no fields');
  return saveOf(group, values, state);
}

describe('the save for the answers of a step', () => {
  test.each([
    [stepOf('business'), { email: 'a@b.example' }, { applicationData: { email: 'a@b.example' } }],
    [stepOf('control-question'), { authority: false }, { disclosures: { authority: false } }],
    [stepOf('applicant', 2), { ssn: '123456789' }, { person: { ssn: '123456789' } }],
    [stepOf('owner-info', 2, { owner: 1 }), { ssn: '123456789' }, { person: { ssn: '123456789' } }],
  ])('contains answers as they are: %#', (step, values, save) => {
    expect(sentFrom(step, values)).toEqual(save);
  });

  test('clears a billing address that is the same (D14)', () => {
    const step = stepOf('business-address-same');
    expect(sentFrom(step, { billingSame: true })).toEqual({ applicationData: noBilling });
    expect(isWorthSending(sentFrom(step, { billingSame: false }))).toBe(false);
  });

  test('sets the guarantor to the applicant or to no one (D16)', () => {
    const step = stepOf('applicant-guarantor-question');
    const guarantor = (answer: boolean, state?: ApplicationState) =>
      sentFrom(step, { guarantor: answer }, state).applicationData;
    expect(guarantor(true)).toEqual({ guarantorId: theApplicant.id });
    expect(guarantor(false)).toEqual({ guarantorId: null });
    expect(guarantor(true, stateOf({ personnel: [] }))).toEqual({ guarantorId: null });
  });

  test('confirms that there is no other owner, if the confirmation is asked for (D17)', () => {
    const step = stepOf('owner');
    expect(sentFrom(step, { otherOwner: false })).toEqual({ disclosures: { noOtherOwners: true } });
    expect(isWorthSending(sentFrom(step, { otherOwner: true }))).toBe(false);
    const personnel = [theApplicant, personOf('owner', 1, { percentageOwned: 60 })];
    expect(isWorthSending(sentFrom(step, { otherOwner: false }, stateOf({ personnel })))).toBe(false);
  });

  test.each<[Save, boolean]>([
    [{}, false],
    [{ applicationData: {} }, false],
    [{ person: {} }, false],
    [{ applicationData: { dba: null } }, true],
    [{ sections: { business: true } }, true],
  ])('%j is worth sending: %s', (save, worth) => {
    expect(isWorthSending(save)).toBe(worth);
  });
});

describe('the application after a save', () => {
  test('contains the sent answers and the earlier ones', () => {
    const after = applySave(stateOf(), {
      applicationData: { dba: 'Greenacre' },
      disclosures: { affiliates: true },
      sections: { business: true },
    });
    expect(after.applicationData).toEqual({ ...guaranteed, dba: 'Greenacre' });
    expect(after.disclosures).toMatchObject({ affiliates: true, shareInformation: true });
    expect(after.sections).toMatchObject({ business: true, applicant: false });
  });

  test('keeps only the last four digits of a masked number (D41)', () => {
    const business = applySave(stateOf(), { applicationData: { taxId: '987654321' } }).applicationData;
    expect(business.taxIdLast4).toBe('4321');
    const owner = personOf('owner');
    const state = stateOf({ personnel: [theApplicant, owner] });
    const [applicant, after] = applySave(state, { person: { ssn: '987654321' } }, owner.id).personnel;
    expect(after?.answers['ssnLast4']).toBe('4321');
    expect(applicant).toBe(theApplicant);
    expect(JSON.stringify(applySave(state, { person: { ssn: '987654321' } }, owner.id))).not.toContain(
      '987654321',
    );
    expect(JSON.stringify(business)).not.toContain('987654321');
  });

  test('removes the last four digits with the number', () => {
    const after = applySave(stateOf(), { person: { ssn: null } }, theApplicant.id);
    expect(after.personnel[0]?.answers['ssnLast4']).toBeNull();
  });

  test('replaces an answer of an earlier session with the new one (D55)', () => {
    const stored = ['dateOfBirth', 'grossAnnualIncome'];
    const before = stateOf({ personnel: [personOf('applicant', 1, { dateOfBirth: null, stored })] });
    const [after] = applySave(before, { person: { dateOfBirth: '1980-02-03' } }, theApplicant.id).personnel;
    expect(after?.answers).toMatchObject({ dateOfBirth: '1980-02-03', stored: ['grossAnnualIncome'] });
  });

  test('has no owners if its new legal form has none (D17)', () => {
    const before = stateOf({ personnel: [theApplicant, personOf('owner'), personOf('authorized_user')] });
    const save = { applicationData: { organizationType: 'municipality' } };
    const after = applySave(before, save);
    expect(after.personnel.map(({ personnelType }) => personnelType)).toEqual([
      'applicant',
      'authorized_user',
    ]);
    expect(after.disclosures.noOtherOwners).toBeNull();
    expect(lossBefore(before, save)).toBe('owners');
    expect(lossBefore(before, { applicationData: { organizationType: 'corporation' } })).toBeUndefined();
    expect(lossBefore(stateOf(), save)).toBeUndefined();
  });

  test.each<[string, Save, readonly string[]]>([
    ['a new guarantor', { applicationData: { guarantorId: null } }, ['guarantor']],
    ['a new share', { person: { percentageOwned: 41 } }, ['controlling-party']],
    ['a new name', { person: { fullName: 'Dana Oak' } }, ['controlling-party']],
    [
      'a form without owners',
      { applicationData: { organizationType: 'municipality' } },
      ['controlling-party'],
    ],
    ['another city', { person: { addressCity: 'Duluth' } }, []],
  ])('has no consents that %s voids (D31)', (_what, save, voided) => {
    const after = applySave(stateOf({ agreed: everythingAgreed }), save, theApplicant.id);
    expect(Object.entries(after.agreed).flatMap(([key, stands]) => (stands ? [] : [key]))).toEqual(voided);
  });
});

describe('skipping (D14)', () => {
  test('a billing address makes it the business address', () => {
    const before = stateOf({ questions: { billingSame: false } });
    const { state, save } = skipOf(groupAt(stepOf('business-billing')), before);
    expect(state.questions.billingSame).toBe(true);
    expect(save).toEqual({ applicationData: noBilling });
  });

  test('a screen without fields changes nothing', () => {
    const before = stateOf();
    expect(skipOf(groupAt(stepOf('business-additional-proof')), before)).toEqual({
      state: before,
      save: {},
    });
  });
});

test('an application without an applicant yet can be saved', () => {
  const before = stateOf({ personnel: [], applicationData: businessAnswers });
  expect(applySave(before, { person: { fullName: 'Dana' } })).toEqual(before);
});

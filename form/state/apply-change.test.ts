import { describe, expect, test } from 'vitest';
import {
  agreed,
  allConfirmed,
  businessAnswers,
  personOf,
  stateOf,
  stepOf,
  theApplicant,
} from '../../tests/support/application-states.ts';
import type { ApplicationState } from '../fields/application-state.ts';
import { formWith } from '../fields/form.ts';
import { firstOpenStep, stopsAt, visitableStep } from '../flow/navigation.ts';
import { progressAt } from '../flow/progress.ts';
import type { Step } from '../flow/steps.ts';
import { applicantOf } from '../people/people.ts';
import { reviewOf } from '../review/review.ts';
import { applyChange } from './apply-change.ts';

const everythingAgreed = agreed('esign', 'terms', 'guarantor', 'controlling-party');
const ofType = (organizationType: string) => ({ applicationData: { organizationType } });
const shareIn = (state: ApplicationState) => applicantOf(state)?.answers['percentageOwned'];
/** Returns the answer in a row of the review. */
const answerIn = (state: ApplicationState, id: string) => {
  const rows = reviewOf(state).flatMap((card) => card.rows);
  const answer = rows.find((row) => row.id === id)?.answer;
  return answer?.kind === 'field' ? answer.values[answer.key] : undefined;
};

describe('another legal form', () => {
  test.each(['sole_proprietorship', 'municipality', 'non_profit'])(
    'that is a %s forgets the share, and an LLC again asks for it (D6)',
    (type) => {
      const without = applyChange(stateOf({ sections: allConfirmed }), ofType(type));
      expect(shareIn(without)).toBeNull();
      const again = applyChange(without, ofType('llc'));
      expect(shareIn(again)).toBeNull();
      expect(firstOpenStep(again)).toEqual(stepOf('applicant', 3));
    },
  );

  test('without owners reopens the questions about them (D17)', () => {
    const before = stateOf({ questions: { otherOwner: false, anotherOwner: true } });
    const after = applyChange(before, ofType('municipality'));
    expect(after.disclosures.noOtherOwners).toBeNull();
    expect(after.questions).toMatchObject({ otherOwner: null, anotherOwner: null });
    const announced = stateOf({ disclosures: {}, questions: { otherOwner: true } });
    const there = applyChange(announced, ofType('municipality'));
    expect(applyChange(there, ofType('llc')).questions.otherOwner).toBeNull();
  });

  test.each([{ taxId: '987654321' }, { taxIdLast4: '4321' }])(
    'clears the tax ID %j if it is a Social Security number (D67)',
    (given) => {
      const { taxId: _, ...others } = businessAnswers;
      const applicationData = { ...others, ...given, organizationType: 'sole_proprietorship' } as const;
      const asSsn = applyChange(stateOf({ applicationData }), { applicationData: { taxIdKind: 'ssn' } });
      expect(asSsn.applicationData).toEqual({ ...applicationData, taxIdKind: 'ssn' });
      const llc = applyChange(asSsn, ofType('llc')).applicationData;
      expect(llc).toMatchObject({
        taxIdKind: null,
        ...Object.fromEntries(Object.keys(given).map((key) => [key, null])),
      });
      const ein = { organizationType: 'llc', taxId: '123456789' };
      expect(applyChange(asSsn, { applicationData: ein }).applicationData).toMatchObject({
        ...ein,
        taxIdKind: null,
      });
    },
  );

  test('keeps an EIN, even if the change calls it a Social Security number (D67)', () => {
    const applicationData = { organizationType: 'corporation', taxIdKind: 'ssn' };
    const after = applyChange(stateOf(), { applicationData }).applicationData;
    expect(after).toMatchObject({ taxId: businessAnswers.taxId, taxIdKind: null });
  });

  test('that can have owners, too, changes nothing else', () => {
    const before = stateOf({ questions: { otherOwner: false, anotherUser: true } });
    expect(applyChange(before, ofType('corporation'))).toEqual({
      ...before,
      applicationData: { ...before.applicationData, organizationType: 'corporation' },
    });
  });

  test('keeps a public body’s answer that another card user follows', () => {
    const body = applyChange(stateOf(), ofType('municipality'));
    const before = { ...body, questions: { anotherUser: true } };
    expect(applyChange(before, { applicationData: { dba: 'Parks' } }).questions.anotherUser).toBe(true);
  });
});

describe('the confirmation that there are no other owners (D17)', () => {
  const share = (percentageOwned: number) => ({
    person: { id: theApplicant.id, answers: { percentageOwned } },
  });

  test('stays while it is asked for', () => {
    expect(applyChange(stateOf(), share(75)).disclosures.noOtherOwners).toBe(true);
  });

  test('is withdrawn when less than 25 % is unclaimed, and asked again after that', () => {
    const full = applyChange(stateOf({ questions: { otherOwner: false } }), share(75.01));
    expect(full.disclosures.noOtherOwners).toBeNull();
    const again = applyChange({ ...full, sections: allConfirmed }, share(40));
    expect(again.questions.otherOwner).toBeNull();
    expect(firstOpenStep(again)).toEqual(stepOf('owner'));
  });

  test('is withdrawn when the applicant is removed, not when they are added', () => {
    const gone = applyChange(stateOf(), { removed: theApplicant.id });
    expect(gone.disclosures.noOtherOwners).toBeNull();
    const nobody = stateOf({ personnel: [], applicationData: businessAnswers });
    expect(applyChange(nobody, { added: theApplicant }).disclosures.noOtherOwners).toBe(true);
  });
});

describe('the guarantee (D16)', () => {
  const question: Step = stepOf('applicant-guarantor-question');
  const required = () => true;
  const free = () => false;
  const signed = stateOf({ sections: allConfirmed, agreed: everythingAgreed });

  test('is asked again once it is no longer required, and its agreement is void', () => {
    const after = applyChange(signed, {}, free);
    expect(after.applicationData.guarantorId).toBeNull();
    expect(after.agreed).toEqual({ ...everythingAgreed, guarantor: false });
    expect(answerIn(after, 'row-guarantor')).toBeNull();
    expect(visitableStep(stepOf('review'), after)).toEqual(question);
    const declined = applyChange(after, { applicationData: { guarantorId: null } });
    expect(visitableStep(stepOf('review'), declined)).toEqual(stepOf('review'));
    expect(answerIn(declined, 'row-guarantor')).toBe(false);
  });

  test('stays if it is given in the same change, or was given when it was optional', () => {
    const given = { applicationData: { guarantorId: theApplicant.id } };
    const after = applyChange(signed, given, free);
    expect(after.applicationData.guarantorId).toBe(theApplicant.id);
    for (const rule of [free, required])
      expect(applyChange(after, {}, rule).applicationData.guarantorId).toBe(theApplicant.id);
  });

  test('is asked again if it was declined and is now required, and does not end the application', () => {
    const declined = stateOf({
      applicationData: businessAnswers,
      questions: { guarantor: false },
      sections: allConfirmed,
      guarantorRequired: false,
    });
    const after = applyChange(declined, {}, required);
    expect(visitableStep(stepOf('review'), after)).toEqual(question);
    expect(answerIn(after, 'row-guarantor')).toBeNull();
    expect(progressAt(question, after).toRead).toContain('guarantor');
    expect(stopsAt(question, after)).toBe(false);
    expect(stopsAt(question, applyChange({ ...after, questions: { guarantor: false } }, {}))).toBe(true);
  });

  test('is withdrawn with the applicant who gave it', () => {
    const after = applyChange(signed, { removed: theApplicant.id });
    expect(after.applicationData.guarantorId).toBeNull();
    expect(after.agreed.guarantor).toBe(false);
  });
});

test('an answer that the program hides is not kept, in full or as its last four digits (D13, D41)', () => {
  const form = formWith({ 'application.dba': { hidden: true }, 'authorizedUser.ssn': { hidden: true } });
  const user = personOf('authorized_user', 1, { ssnLast4: '0031' });
  const stored = stateOf({
    form,
    applicationData: { ...businessAnswers, dba: 'Greenacre' },
    personnel: [theApplicant, user],
  });
  const after = applyChange(stored, {});
  expect(after.applicationData.dba).toBeNull();
  expect(after.personnel[1]?.answers).toEqual({ ...user.answers, ssn: null, ssnLast4: null });
  expect(after.personnel[0]).toBe(theApplicant);
});

describe('people', () => {
  const announced = stateOf({
    agreed: everythingAgreed,
    questions: { otherOwner: true, anotherOwner: true, anotherUser: true },
  });

  test('adding an owner clears the confirmation that there are no others (D17) and the answer that another follows', () => {
    const after = applyChange(announced, { added: personOf('owner') });
    expect(after.personnel).toHaveLength(2);
    expect(after.disclosures.noOtherOwners).toBeNull();
    expect(after.questions).toMatchObject({ otherOwner: true, anotherOwner: null, anotherUser: null });
    expect(after.agreed['controlling-party']).toBe(false);
  });

  test('adding a card user voids no confirmation and no consent', () => {
    const after = applyChange(announced, { added: personOf('authorized_user') });
    expect(after.disclosures.noOtherOwners).toBe(true);
    expect(after.agreed).toEqual(everythingAgreed);
  });

  test('removing an owner also withdraws what was certified', () => {
    const owner = personOf('owner');
    const before = stateOf({ personnel: [theApplicant, owner], agreed: everythingAgreed });
    const after = applyChange(before, { removed: owner.id });
    expect(after.personnel).toEqual([theApplicant]);
    expect(after.agreed['controlling-party']).toBe(false);
  });
});

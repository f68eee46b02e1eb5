import { describe, expect, test } from 'vitest';
import { groupAt } from './places.ts';
import type { Save } from './saves.ts';
import {
  applySave,
  isWorthSending,
  lossBefore,
  saveOf,
  skipOf,
  withoutPerson,
  withoutStrayOwners,
  withPerson,
} from './saves.ts';
import type { Situation } from './situation.ts';
import {
  agreed,
  businessAnswers,
  guaranteed,
  personOf,
  placeOf,
  situationOf,
  theApplicant,
} from './test-situations.ts';

const everythingAgreed = agreed('esign', 'terms', 'guarantor', 'controlling-party');
const noBilling = {
  billingAddressLine: null,
  billingCity: null,
  billingState: null,
  billingPostalCode: null,
};

/** What is sent once this is answered at a place. */
function sentFrom(
  place: Parameters<typeof groupAt>[0],
  values: Readonly<Record<string, unknown>>,
  situation: Situation = situationOf(),
): Save {
  const group = groupAt(place);
  if (!group) throw new Error('The place has no fields');
  return saveOf(group, values, situation);
}

describe('what is sent', () => {
  test.each([
    [placeOf('business', 4), { email: 'a@b.example' }, { applicationData: { email: 'a@b.example' } }],
    [placeOf('control-question'), { authority: false }, { disclosures: { authority: false } }],
    [placeOf('applicant', 2), { ssn: '123456789' }, { person: { ssn: '123456789' } }],
    [placeOf('owner-info', 2, { owner: 1 }), { ssn: '123456789' }, { person: { ssn: '123456789' } }],
  ])('answers as they are: %#', (place, values, save) => {
    expect(sentFrom(place, values)).toEqual(save);
  });

  test('the same billing address as none (D14)', () => {
    const place = placeOf('business-address-same');
    expect(sentFrom(place, { billingSame: true })).toEqual({ applicationData: noBilling });
    expect(isWorthSending(sentFrom(place, { billingSame: false }))).toBe(false);
  });

  test('the guarantor as the applicant or nobody (D16)', () => {
    const place = placeOf('applicant-guarantor-question');
    const guarantor = (answer: boolean, situation?: Situation) =>
      sentFrom(place, { guarantor: answer }, situation).applicationData;
    expect(guarantor(true)).toEqual({ guarantorId: theApplicant.id });
    expect(guarantor(false)).toEqual({ guarantorId: null });
    expect(guarantor(true, situationOf({ personnel: [] }))).toEqual({ guarantorId: null });
  });

  test('no other owner as the confirmation, where it is due (D17)', () => {
    const place = placeOf('owner');
    expect(sentFrom(place, { otherOwner: false })).toEqual({ disclosures: { noOtherOwners: true } });
    expect(isWorthSending(sentFrom(place, { otherOwner: true }))).toBe(false);
    const personnel = [theApplicant, personOf('owner', 1, { percentageOwned: 60 })];
    expect(isWorthSending(sentFrom(place, { otherOwner: false }, situationOf({ personnel })))).toBe(false);
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

describe('the application once a save is kept', () => {
  test('holds what was sent beside what was there', () => {
    const after = applySave(situationOf(), {
      applicationData: { dba: 'Greenacre' },
      disclosures: { affiliates: true },
      sections: { business: true },
    });
    expect(after.applicationData).toEqual({ ...guaranteed, dba: 'Greenacre' });
    expect(after.disclosures).toMatchObject({ affiliates: true, shareInformation: true });
    expect(after.sections).toMatchObject({ business: true, applicant: false });
  });

  test('forgets a masked number but for its last four (D41)', () => {
    const business = applySave(situationOf(), { applicationData: { taxId: '987654321' } }).applicationData;
    expect(business.taxIdLast4).toBe('4321');
    const owner = personOf('owner');
    const situation = situationOf({ personnel: [theApplicant, owner] });
    const [applicant, after] = applySave(situation, { person: { ssn: '987654321' } }, owner.id).personnel;
    expect(after?.answers['ssnLast4']).toBe('4321');
    expect(applicant).toBe(theApplicant);
    expect(JSON.stringify(applySave(situation, { person: { ssn: '987654321' } }, owner.id))).not.toContain(
      '987654321',
    );
    expect(JSON.stringify(business)).not.toContain('987654321');
  });

  test('takes the last four away with the number', () => {
    const after = applySave(situationOf(), { person: { ssn: null } }, theApplicant.id);
    expect(after.personnel[0]?.answers['ssnLast4']).toBeNull();
  });

  test('has no owners where its new legal form has none (D17)', () => {
    const before = situationOf({ personnel: [theApplicant, personOf('owner'), personOf('authorized_user')] });
    const save = { applicationData: { organizationType: 'municipality' } };
    const after = applySave(before, save);
    expect(after.personnel.map(({ personnelType }) => personnelType)).toEqual([
      'applicant',
      'authorized_user',
    ]);
    expect(after.disclosures.noOtherOwners).toBe(false);
    expect(lossBefore(before, save)).toMatch(/owners that you entered will be removed/);
    expect(lossBefore(before, { applicationData: { organizationType: 'corporation' } })).toBeUndefined();
    expect(lossBefore(situationOf(), save)).toBeUndefined();
  });

  test('does not remember over a form without owners that there were no others', () => {
    const soleOwner = {
      ...situationOf(),
      applicationData: { organizationType: 'sole_proprietorship' },
    } as const;
    expect(withoutStrayOwners(soleOwner).disclosures.noOtherOwners).toBe(false);
    const unasked = { ...soleOwner, disclosures: {} };
    expect(withoutStrayOwners(unasked)).toBe(unasked);
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
  ])('stands without the consents that %s makes void (D31)', (_what, save, voided) => {
    const after = applySave(situationOf({ agreed: everythingAgreed }), save, theApplicant.id);
    expect(Object.entries(after.agreed).flatMap(([key, stands]) => (stands ? [] : [key]))).toEqual(voided);
  });
});

describe('people', () => {
  const announced = situationOf({
    agreed: everythingAgreed,
    questions: { otherOwner: true, anotherOwner: true, anotherUser: true },
  });

  test('an owner who is added takes back the word that there are none (D17), and is announced no more', () => {
    const after = withPerson(announced, personOf('owner'));
    expect(after.personnel).toHaveLength(2);
    expect(after.disclosures.noOtherOwners).toBe(false);
    expect(after.questions).toMatchObject({ otherOwner: true, anotherOwner: null, anotherUser: null });
    expect(after.agreed['controlling-party']).toBe(false);
  });

  test('a card user changes nothing of that', () => {
    const after = withPerson(announced, personOf('authorized_user'));
    expect(after.disclosures.noOtherOwners).toBe(true);
    expect(after.agreed).toEqual(everythingAgreed);
  });

  test('an owner who is removed is gone, and with them what was certified', () => {
    const owner = personOf('owner');
    const before = situationOf({ personnel: [theApplicant, owner], agreed: everythingAgreed });
    const after = withoutPerson(before, owner.id);
    expect(after.personnel).toEqual([theApplicant]);
    expect(after.agreed['controlling-party']).toBe(false);
  });
});

describe('skipping (D14)', () => {
  test('a billing address makes it the business address', () => {
    const before = situationOf({ questions: { billingSame: false } });
    const { situation, save } = skipOf(groupAt(placeOf('business-billing')), before);
    expect(situation.questions.billingSame).toBe(true);
    expect(save).toEqual({ applicationData: noBilling });
  });

  test('the question for card users answers it with no', () => {
    const { situation, save } = skipOf(groupAt(placeOf('authorized-user')), situationOf());
    expect(situation.questions.authorizedUser).toBe(false);
    expect(isWorthSending(save)).toBe(false);
  });

  test('a screen without fields changes nothing', () => {
    const before = situationOf();
    expect(skipOf(groupAt(placeOf('business-additional-proof')), before)).toEqual({
      situation: before,
      save: {},
    });
  });
});

test('an application without an applicant yet can be saved', () => {
  const before = situationOf({ personnel: [], applicationData: businessAnswers });
  expect(applySave(before, { person: { fullName: 'Dana' } })).toEqual(before);
});

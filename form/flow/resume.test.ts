/** How far one may go: where one resumes, where the way stops, and when a section is confirmed. */
import { describe, expect, test } from 'vitest';
import type { Place } from './places.ts';
import type { SectionKey, Situation } from './situation.ts';
import {
  agreed,
  allConfirmed,
  businessAnswers,
  confirmed,
  guaranteed,
  personOf,
  placeOf,
  situationOf,
  theApplicant,
  without,
} from './test-situations.ts';
import { admit, confirmsSection, furthestPlace, placesOf, stopsAt } from './walk.ts';

describe('resume (D18): the first incomplete section decides', () => {
  test.each<[string, Partial<Situation>, Place]>([
    [
      'an untouched application begins with the sharing of information, past the intro',
      { disclosures: {}, applicationData: {}, personnel: [] },
      placeOf('share-information'),
    ],
    ['without a word on authority', { disclosures: { shareInformation: true } }, placeOf('control-question')],
    ['with nothing of the business', { applicationData: {} }, placeOf('business')],
    ['amid a group', { applicationData: without(guaranteed, ['organizationType']) }, placeOf('business', 2)],
    ['with all of the business, unconfirmed', {}, placeOf('business-additional-proof')],
    ['with nobody yet', { sections: confirmed('business'), personnel: [] }, placeOf('applicant')],
    [
      'without a guarantor',
      { sections: confirmed('business'), applicationData: businessAnswers },
      placeOf('applicant-guarantor-question'),
    ],
    ['before owners', { sections: confirmed('business', 'applicant') }, placeOf('owner')],
    [
      'amid an owner',
      {
        sections: confirmed('business', 'applicant'),
        personnel: [theApplicant, personOf('owner', 1, { percentageOwned: 30, ssn: null })],
      },
      placeOf('owner-info', 2, { owner: 1 }),
    ],
    [
      'before card users',
      { sections: confirmed('business', 'applicant', 'owner') },
      placeOf('authorized-user'),
    ],
    ['before signing', { sections: allConfirmed }, placeOf('agreement-esign')],
    [
      'before certifying',
      { sections: allConfirmed, agreed: agreed('esign', 'terms', 'guarantor') },
      placeOf('agreement-controlling-party'),
    ],
    [
      'with everything done',
      { sections: allConfirmed, agreed: agreed('esign', 'terms', 'guarantor', 'controlling-party') },
      placeOf('agreement-controlling-party'),
    ],
  ])('%s', (_what, changes, place) => {
    expect(furthestPlace(situationOf(changes))).toEqual(place);
  });

  test('a masked number that was saved leaves nothing open (D41)', () => {
    const applicant = personOf('applicant', 1, { ssn: null, ssnLast4: '0011' });
    const applicationData = { ...without(guaranteed, ['taxId']), taxIdLast4: '6789' };
    const situation = situationOf({ applicationData, personnel: [applicant], sections: allConfirmed });
    expect(furthestPlace(situation)).toEqual(placeOf('agreement-esign'));
  });

  test('a section that asks nothing is not waited for', () => {
    const applicationData = { ...guaranteed, organizationType: 'municipality' } as const;
    const sections = confirmed('business', 'applicant');
    expect(furthestPlace(situationOf({ applicationData, sections }))).toEqual(placeOf('authorized-user'));
    expect(
      furthestPlace(situationOf({ applicationData, sections: { ...sections, authorizedUser: true } })),
    ).toEqual(placeOf('agreement-esign'));
  });

  test('proof that the program requires is waited for until it is sent or put off (D26)', () => {
    const proof = (changes: Partial<Situation>) =>
      furthestPlace(situationOf({ sections: allConfirmed, documentCount: 0, ...changes })).screen;
    expect(proof({ proofRequired: true })).toBe('entity-required');
    expect(proof({ proofRequired: true, proofLater: true })).toBe('agreement-esign');
    expect(proof({ proofRequired: true, documentCount: 1 })).toBe('agreement-esign');
    expect(proof({ proofRequired: false })).toBe('agreement-esign');
  });
});

describe('the way stops', () => {
  test('where one may not act for the business (D15), and goes on once that is changed', () => {
    const refused = situationOf({ disclosures: { shareInformation: true, authority: false } });
    expect(stopsAt(placeOf('control-question'), refused)).toBe(true);
    expect(admit(placeOf('business'), refused)).toEqual(placeOf('control-question'));
    const changed = situationOf({ disclosures: { shareInformation: true, authority: true } });
    expect(stopsAt(placeOf('control-question'), changed)).toBe(false);
    expect(admit(placeOf('business'), changed)).toEqual(placeOf('business'));
  });

  const declined = (guarantorRequired: boolean) =>
    situationOf({
      applicationData: businessAnswers,
      questions: { guarantor: false },
      sections: confirmed('business'),
      guarantorRequired,
    });
  const question = placeOf('applicant-guarantor-question');

  test('where a guarantee is required and declined (D16), without confirming the section', () => {
    expect(stopsAt(question, declined(true))).toBe(true);
    expect(confirmsSection(question, declined(true))).toBeUndefined();
    expect(admit(placeOf('owner'), declined(true))).toEqual(question);
  });

  test('not where it may be declined', () => {
    expect(stopsAt(question, declined(false))).toBe(false);
    expect(confirmsSection(question, declined(false))).toBe('applicant');
  });

  test('nowhere else', () => {
    const ends = placesOf(situationOf()).filter((place) => stopsAt(place, situationOf()));
    expect(ends).toEqual([]);
  });
});

describe('confirming sections (D11)', () => {
  const lastPlaces: readonly (readonly [SectionKey, Place, Partial<Situation>])[] = [
    ['business', placeOf('business-additional-proof'), {}],
    ['applicant', placeOf('applicant-guarantor-question'), {}],
    ['owner', placeOf('owner'), {}],
    [
      'owner',
      placeOf('owner-list'),
      { personnel: [theApplicant, personOf('owner', 1, { percentageOwned: 60 })] },
    ],
    ['authorizedUser', placeOf('authorized-user'), {}],
    [
      'authorizedUser',
      placeOf('authorized-user-list'),
      { personnel: [theApplicant, personOf('authorized_user')] },
    ],
  ];

  test.each(lastPlaces)('%s at %o', (section, place, changes) => {
    expect(confirmsSection(place, situationOf(changes))).toBe(section);
  });

  test('not while someone was announced', () => {
    expect(
      confirmsSection(placeOf('owner'), situationOf({ questions: { otherOwner: true } })),
    ).toBeUndefined();
    const personnel = [theApplicant, personOf('authorized_user')];
    const situation = situationOf({ personnel, questions: { anotherUser: true } });
    expect(confirmsSection(placeOf('authorized-user-list'), situation)).toBeUndefined();
  });

  test('not while owners of 25 % may be missing (D17)', () => {
    const personnel = [theApplicant, personOf('owner', 1, { percentageOwned: 30 })];
    const disclosures = { shareInformation: true, authority: true, noOtherOwners: false };
    expect(confirmsSection(placeOf('owner-list'), situationOf({ personnel, disclosures }))).toBeUndefined();
    expect(confirmsSection(placeOf('owner-list'), situationOf({ personnel }))).toBe('owner');
  });

  test('not while a billing address was announced and not given (D14)', () => {
    const announced = situationOf({ questions: { billingSame: false } });
    expect(confirmsSection(placeOf('business-additional-proof'), announced)).toBeUndefined();
    expect(furthestPlace(announced)).toEqual(placeOf('business-billing'));
  });

  test('never before the sections or behind them', () => {
    expect(confirmsSection(placeOf('control-question'), situationOf())).toBeUndefined();
    expect(confirmsSection(placeOf('section-review'), situationOf())).toBeUndefined();
  });
});

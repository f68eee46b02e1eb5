/** Where Next leads when it is not simply the following place, and whom a place is about. */
import { describe, expect, test } from 'vitest';
import { sectionOf } from './flow.ts';
import { personAt, recordAt } from './places.ts';
import type { Situation } from './situation.ts';
import {
  allConfirmed,
  confirmed,
  guaranteed,
  personOf,
  placeOf,
  situationOf,
  theApplicant,
  without,
} from './test-situations.ts';
import { admit, furthestPlace, nextPlace, placesOf, previousPlace } from './walk.ts';

describe('Next after a place that is asked no more', () => {
  test('a skipped billing address leads to what follows it (D14)', () => {
    const situation = situationOf({
      applicationData: without(guaranteed, ['yearsInBusiness']),
      questions: { billingSame: true },
    });
    expect(nextPlace(placeOf('business-billing'), situation)).toEqual(placeOf('business-additional'));
  });

  test('leaving out the only owner who was begun leads back to the question', () => {
    const disclosures = { shareInformation: true, authority: true, noOtherOwners: false };
    const situation = situationOf({ sections: confirmed('business', 'applicant'), disclosures });
    expect(nextPlace(placeOf('owner-info', 1, { owner: 1 }), situation)).toEqual(placeOf('owner'));
  });

  test('leaving out a second card user leads back to the list', () => {
    const personnel = [theApplicant, personOf('authorized_user', 1)];
    const sections = confirmed('business', 'applicant', 'owner');
    expect(
      nextPlace(placeOf('authorized-user', 2, { user: 2 }), situationOf({ personnel, sections })),
    ).toEqual(placeOf('authorized-user-list'));
  });

  test('a paper sent from the list of papers leads on to the section review', () => {
    const situation = situationOf({ sections: allConfirmed, documentCount: 1 });
    expect(nextPlace(placeOf('entity-required'), situation)).toEqual(placeOf('section-review'));
  });
});

describe('someone who comes back with every section complete', () => {
  const complete = (changes: Partial<Situation> = {}) => situationOf({ sections: allConfirmed, ...changes });

  test('goes from any place of theirs to the review', () => {
    const situation = complete();
    for (const place of placesOf(situation).filter(({ screen }) => sectionOf(screen) !== 'review'))
      expect(nextPlace(place, situation)).toEqual(placeOf('section-review'));
  });

  test('goes to the papers first where none was sent', () => {
    expect(nextPlace(placeOf('business'), complete({ documentCount: 0 }))).toEqual(
      placeOf('entity-required'),
    );
  });

  test('goes to what an edit has broken, and cannot review before it is mended (D11)', () => {
    const applicationData = without(guaranteed, ['addressPostalCode']);
    const situation = complete({ applicationData });
    expect(nextPlace(placeOf('business'), situation)).toEqual(placeOf('business-address'));
    expect(admit(placeOf('review'), situation)).toEqual(placeOf('business-address'));
    expect(admit(placeOf('applicant'), situation)).toEqual(placeOf('business-address'));
  });

  test('goes to the share that a change of the legal form asks for', () => {
    const applicant = personOf('applicant', 1, { percentageOwned: null });
    const situation = complete({ personnel: [applicant] });
    expect(nextPlace(placeOf('business', 2), situation)).toEqual(placeOf('applicant', 6));
  });

  test('is asked for the billing address where it has become another one', () => {
    const situation = complete({ questions: { billingSame: false } });
    expect(nextPlace(placeOf('business-address-same'), situation)).toEqual(placeOf('business-billing'));
    const given = {
      billingAddressLine: 'P.O. Box 5',
      billingCity: 'Edina',
      billingState: 'MN',
      billingPostalCode: '55424',
    };
    const answered = complete({
      questions: { billingSame: false },
      applicationData: { ...guaranteed, ...given },
    });
    expect(nextPlace(placeOf('business-address-same'), answered)).toEqual(placeOf('section-review'));
  });

  test('can add a card user', () => {
    const asked = complete({ questions: { authorizedUser: true } });
    expect(nextPlace(placeOf('authorized-user'), asked)).toEqual(placeOf('authorized-user', 2, { user: 1 }));
    const begun = complete({
      personnel: [theApplicant, personOf('authorized_user', 1, { dateOfBirth: null, addressLine: null })],
    });
    expect(nextPlace(placeOf('authorized-user', 2, { user: 1 }), begun)).toEqual(
      placeOf('authorized-user-info', 1, { user: 1 }),
    );
  });

  test('walks the review in order', () => {
    const situation = complete();
    const walked = [
      'section-review',
      'review-intro',
      'review',
      'agreement-esign',
      'agreement-terms',
    ] as const;
    walked.forEach((screen, index) => {
      const following = walked[index + 1];
      if (following) expect(nextPlace(placeOf(screen), situation)).toEqual(placeOf(following));
    });
  });
});

describe('a further person', () => {
  const personnel = [theApplicant, personOf('owner', 1, { percentageOwned: 30 })];
  const announced = situationOf({
    personnel,
    questions: { anotherOwner: true },
    sections: confirmed('business', 'applicant'),
  });
  const second = placeOf('owner', 2, { owner: 2 });

  test('who was announced on the list is entered next', () => {
    expect(nextPlace(placeOf('owner-list'), announced)).toEqual(second);
    expect(furthestPlace(announced)).toEqual(second);
  });

  test('can be taken back by going back to the list', () => {
    expect(previousPlace(second, announced)).toEqual(placeOf('owner-list'));
    expect(admit(placeOf('owner-list'), announced)).toEqual(placeOf('owner-list'));
  });

  test('is asked for the rest once there is a name, and the list comes after', () => {
    const begun = situationOf({
      personnel: [...personnel, personOf('owner', 2, { percentageOwned: 30, dateOfBirth: null })],
      sections: confirmed('business', 'applicant'),
    });
    expect(nextPlace(second, begun)).toEqual(placeOf('owner-info', 1, { owner: 2 }));
    expect(nextPlace(placeOf('owner-address', 1, { owner: 2 }), begun)).toEqual(placeOf('owner-list'));
  });
});

describe('whom a place is about, and whose answers it shows', () => {
  const [owner, user] = [personOf('owner', 1), personOf('authorized_user', 1)];
  const situation = situationOf({ personnel: [owner, theApplicant, user], questions: { billingSame: true } });

  test.each([
    [placeOf('owner-info', 1, { owner: 1 }), owner],
    [placeOf('owner-info', 1, { owner: 2 }), undefined],
    [placeOf('authorized-user-info', 1, { user: 1 }), user],
    [placeOf('applicant', 2), theApplicant],
    [placeOf('business'), undefined],
    [placeOf('applicant-guarantor-question'), undefined],
  ])('%o', (place, person) => {
    expect(personAt(place, situation)).toBe(person);
  });

  test.each([
    [placeOf('business'), situation.applicationData],
    [placeOf('control-question'), situation.disclosures],
    [placeOf('business-address-same'), situation.questions],
    [placeOf('applicant'), theApplicant.answers],
    [placeOf('owner', 2, { owner: 1 }), owner.answers],
    [placeOf('owner', 2, { owner: 2 }), {}],
    [placeOf('section-review'), {}],
  ])('the answers at %o', (place, record) => {
    expect(recordAt(place, situation)).toEqual(record);
  });
});

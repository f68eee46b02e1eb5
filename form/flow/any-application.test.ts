/** What holds of the way of flow.ts whatever was answered, and in whatever order. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { submissionProblems } from './completeness.ts';
import { sectionOf } from './flow.ts';
import { organizationTypes } from './lists/organization-types.ts';
import type { Place } from './places.ts';
import { placeAt, samePlace, urlOf } from './places.ts';
import { withoutStrayOwners } from './saves.ts';
import type { Person, Situation } from './situation.ts';
import { sectionKeys } from './situation.ts';
import {
  agreed,
  businessAnswers,
  confirmed,
  personOf,
  placeOf,
  situationOf,
  theApplicant,
  without,
} from './test-situations.ts';
import {
  admit,
  confirmsSection,
  furthestPlace,
  isSatisfied,
  nextPlace,
  placesOf,
  previousPlace,
} from './walk.ts';

const maybe = fc.constantFrom(null, true, false);
const missing = (record: object) =>
  fc.oneof({ weight: 3, arbitrary: fc.constant([]) }, fc.subarray(Object.keys(record), { maxLength: 2 }));

const people = (kind: 'owner' | 'authorized_user', maxLength: number): fc.Arbitrary<Person[]> =>
  fc.array(missing(personOf(kind).answers), { maxLength }).map((gaps) =>
    gaps.map((gap, index) => {
      const person = personOf(kind, index + 1, { percentageOwned: 25 });
      return { ...person, answers: without(person.answers, gap) };
    }),
  );

/** Any application that a person can have got to, with gaps in it. */
const anySituation: fc.Arbitrary<Situation> = fc
  .record({
    organizationType: fc.constantFrom(
      ...(Object.keys(organizationTypes) as (keyof typeof organizationTypes)[]),
    ),
    gaps: missing(businessAnswers),
    applicantGaps: missing(theApplicant.answers),
    percentageOwned: fc.constantFrom(0, 24.99, 25, 50, 75, 75.01, 100),
    owners: people('owner', 3),
    users: people('authorized_user', 3),
    disclosures: fc.record({ shareInformation: maybe, authority: maybe, noOtherOwners: maybe }),
    questions: fc.record({
      billingSame: maybe,
      guarantor: maybe,
      otherOwner: maybe,
      anotherOwner: maybe,
      authorizedUser: maybe,
      anotherUser: maybe,
    }),
    guarantorId: fc.constantFrom(null, theApplicant.id),
    sections: fc.nat(4).map((count) => confirmed(...sectionKeys.slice(0, count))),
    consents: fc.subarray(['esign', 'terms', 'guarantor', 'controlling-party'] as const),
    documentCount: fc.nat(1),
    guarantorRequired: fc.boolean(),
    proofRequired: fc.boolean(),
    proofLater: fc.boolean(),
  })
  .map(
    ({
      organizationType,
      gaps,
      applicantGaps,
      percentageOwned,
      owners,
      users,
      guarantorId,
      consents,
      ...rest
    }) => {
      const applicant = personOf('applicant', 1, { percentageOwned });
      return situationOf({
        ...rest,
        applicationData: { ...without({ ...businessAnswers, organizationType }, gaps), guarantorId },
        personnel: [
          { ...applicant, answers: without(applicant.answers, applicantGaps) },
          ...owners,
          ...users,
        ],
        agreed: agreed(...consents),
      });
    },
  );

const indexIn = (situation: Situation, place: Place) =>
  placesOf(situation).findIndex((candidate) => samePlace(candidate, place));

describe('in any application', () => {
  test('Next and Back are each other’s way back until every section is complete', () => {
    fc.assert(
      fc.property(anySituation, (situation) => {
        const open = { ...situation, sections: confirmed() };
        const places = placesOf(open);
        places.forEach((place, index) => {
          const following = places[index + 1];
          if (!following) return;
          const next = nextPlace(place, open);
          // From one person, and from a no to the question, the way leads past the others to the list.
          if (next.screen.endsWith('-list')) expect(indexIn(open, next)).toBeGreaterThan(index);
          else expect(next).toEqual(following);
          expect(previousPlace(following, open)).toEqual(place);
        });
        expect(previousPlace(placeOf('start'), open)).toBeUndefined();
      }),
    );
  });

  test('no place stands twice, and each is found by its address', () => {
    fc.assert(
      fc.property(anySituation, (situation) => {
        const urls = placesOf(situation).map(urlOf);
        expect(new Set(urls).size).toBe(urls.length);
      }),
    );
  });

  test('nobody is admitted behind the furthest place, and everybody up to it', () => {
    fc.assert(
      fc.property(anySituation, (situation) => {
        const places = placesOf(situation);
        const furthest = furthestPlace(situation);
        const limit = indexIn(situation, furthest);
        expect(limit).toBeGreaterThanOrEqual(0);
        places.forEach((place, index) => {
          expect(admit(place, situation)).toEqual(index <= limit ? place : furthest);
        });
        places.slice(0, limit).forEach((place) => {
          expect(isSatisfied(place, situation)).toBe(true);
        });
      }),
    );
  });

  test('an address that is none of the application’s leads to the furthest place', () => {
    const strange = [
      placeOf('owner', 2, { owner: 9 }),
      placeOf('business', 5),
      placeOf('business', 0),
      placeOf('owner', 2),
      placeOf('business', 1, { owner: 1 }),
    ];
    fc.assert(
      fc.property(anySituation, fc.constantFrom(...strange), (situation, place) => {
        expect(admit(place, situation)).toEqual(furthestPlace(situation));
      }),
    );
  });

  test('Next always leads to a place of the application, and never back to the intro', () => {
    fc.assert(
      fc.property(anySituation, anySituation, (before, after) => {
        for (const place of placesOf(before)) {
          const next = nextPlace(place, after);
          expect(indexIn(after, next)).toBeGreaterThanOrEqual(0);
          expect(next.screen).not.toBe('start');
        }
      }),
      { numRuns: 30 },
    );
  });

  test('once nothing is open at any place, nothing stands against the submission, and the other way round', () => {
    fc.assert(
      fc.property(anySituation, (given) => {
        const { noOtherOwners } = given.disclosures;
        const situation = withoutStrayOwners({
          ...given,
          disclosures: { shareInformation: true, authority: true, noOtherOwners: noOtherOwners ?? true },
          questions: {},
          agreed: agreed('esign', 'terms', 'guarantor', 'controlling-party'),
          proofRequired: false,
        });
        const open = placesOf(situation).filter((place) => !isSatisfied(place, situation));
        expect(submissionProblems(situation).length === 0).toBe(open.length === 0);
      }),
    );
  });

  test('a section is confirmed only at its last place, with nothing of it open (D11)', () => {
    fc.assert(
      fc.property(anySituation, (situation) => {
        const places = placesOf(situation);
        places.forEach((place, index) => {
          const section = confirmsSection(place, situation);
          if (!section) return;
          const following = places[index + 1];
          expect(sectionOf(place.screen)).toBe(section);
          expect(following && sectionOf(following.screen)).not.toBe(section);
          const ofSection = places.filter(({ screen }) => sectionOf(screen) === section);
          expect(ofSection.every((one) => isSatisfied(one, situation))).toBe(true);
        });
      }),
    );
  });
});

describe('addresses', () => {
  test('lead back to their place', () => {
    const anyPlace = anySituation.chain((situation) => fc.constantFrom(...placesOf(situation)));
    fc.assert(
      fc.property(anyPlace, (place) => {
        const { pathname, search } = new URL(urlOf(place), 'http://demo.localhost');
        expect(placeAt(pathname, search)).toEqual(place);
        expect(placeAt(pathname, search.replace('?', ''))).toEqual(place);
      }),
    );
  });

  test.each([
    ['/apply/business', '', placeOf('business')],
    ['/apply/business', '?part=1', placeOf('business')],
    ['/apply/business', '?part=x', placeOf('business')],
    ['/apply/business', '?party=3', placeOf('business')],
    ['/apply/business', '?part=999', placeOf('business')],
    ['/apply/owner', '?owner=2&part=2', placeOf('owner', 2, { owner: 2 })],
    ['/apply/owner', '?part=2&owner=2', placeOf('owner', 2, { owner: 2 })],
    ['/apply/authorized-user/info', '?user=1&utm=x', placeOf('authorized-user-info', 1, { user: 1 })],
    ['/apply/nowhere', '', undefined],
    ['/apply/business/', '', undefined],
    ['/toString', '', undefined],
    ['', '', undefined],
  ])('%s%s', (path, search, place) => {
    expect(placeAt(path, search)).toEqual(place);
  });
});

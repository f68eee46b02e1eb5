/** Tests properties that the steps must have after any answers in any order. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  agreed,
  businessAnswers,
  confirmed,
  personOf,
  stateOf,
  stepOf,
  theApplicant,
  without,
} from '../../tests/support/application-states.ts';
import type { ApplicationState } from '../fields/application-state.ts';
import { sectionKeys } from '../fields/application-state.ts';
import { organizationTypes } from '../lists/organization-types.ts';
import type { Person } from '../people/people.ts';
import { applyChange } from '../state/apply-change.ts';
import { submissionErrors } from '../validation/completeness.ts';
import { sectionOf } from './flow.ts';
import {
  confirmsSection,
  firstOpenStep,
  isSatisfied,
  nextStep,
  previousStep,
  stepsOf,
  visitableStep,
} from './navigation.ts';
import { progressAt } from './progress.ts';
import type { Step } from './steps.ts';
import { sameStep, stepAt, urlOf } from './steps.ts';

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

/** Generates any application that a person can create, including applications with unanswered fields. */
const anyState: fc.Arbitrary<ApplicationState> = fc
  .record({
    organizationType: fc.constantFrom(...organizationTypes),
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
    reviewed: fc.boolean(),
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
      return stateOf({
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

const indexIn = (state: ApplicationState, step: Step) =>
  stepsOf(state).findIndex((candidate) => sameStep(candidate, step));

describe('in any application', () => {
  test('Next and Back undo each other until every section is complete', () => {
    fc.assert(
      fc.property(anyState, (state) => {
        const open = { ...state, sections: confirmed() };
        const steps = stepsOf(open);
        steps.forEach((step, index) => {
          const following = steps[index + 1];
          if (!following) return;
          const next = nextStep(step, open);
          // After the last step about a person, and after the answer No to the question about other people, Next skips the
          // steps about other people and goes to the list.
          if (next.screen.endsWith('-list')) expect(indexIn(open, next)).toBeGreaterThan(index);
          else expect(next).toEqual(following);
          expect(previousStep(following, open)).toEqual(step);
        });
        expect(previousStep(stepOf('start'), open)).toBeUndefined();
      }),
    );
  });

  test('no step occurs twice, and each has its own URL', () => {
    fc.assert(
      fc.property(anyState, (state) => {
        const urls = stepsOf(state).map(urlOf);
        expect(new Set(urls).size).toBe(urls.length);
      }),
    );
  });

  test('each step has more progress than the step before it, and no section has less', () => {
    fc.assert(
      fc.property(anyState, (state) => {
        const lines = stepsOf(state).map((step) => progressAt(step, state).done);
        lines.forEach((line, index) => {
          expect(line.every((share) => share >= 0 && share <= 1)).toBe(true);
          const before = lines[index - 1];
          if (!before) return;
          expect(line.every((share, section) => share >= (before[section] ?? 0))).toBe(true);
          expect(line).not.toEqual(before);
        });
      }),
    );
  });

  test('the minutes left never grow from step to step, and end at one', () => {
    fc.assert(
      fc.property(anyState, (given) => {
        const state = { ...given, sections: confirmed() };
        const minutes = stepsOf(state).map((step) => progressAt(step, state).minutesLeft);
        expect(minutes).toEqual(minutes.toSorted((one, other) => other - one));
        expect(minutes.at(-1)).toBe(1);
      }),
    );
  });

  test('every step up to the first open one may be visited, and none after it', () => {
    fc.assert(
      fc.property(anyState, (state) => {
        const steps = stepsOf(state);
        const open = firstOpenStep(state);
        const limit = indexIn(state, open);
        expect(limit).toBeGreaterThanOrEqual(0);
        steps.forEach((step, index) => {
          expect(visitableStep(step, state)).toEqual(index <= limit ? step : open);
        });
        steps.slice(0, limit).forEach((step) => {
          expect(isSatisfied(step, state)).toBe(true);
        });
      }),
    );
  });

  test('the URL of a step that this application lacks goes to the first open step', () => {
    const strange = [
      stepOf('owner', 2, { owner: 9 }),
      stepOf('business', 5),
      stepOf('business', 0),
      stepOf('owner', 2),
      stepOf('business', 1, { owner: 1 }),
    ];
    fc.assert(
      fc.property(anyState, fc.constantFrom(...strange), (state, step) => {
        expect(visitableStep(step, state)).toEqual(firstOpenStep(state));
      }),
    );
  });

  test('Next always goes to a step of the application, and never back to the intro', () => {
    fc.assert(
      fc.property(anyState, anyState, (before, after) => {
        for (const step of stepsOf(before)) {
          const next = nextStep(step, after);
          expect(indexIn(after, next)).toBeGreaterThanOrEqual(0);
          expect(next.screen).not.toBe('start');
        }
      }),
      { numRuns: 30 },
    );
  });

  test('the application can be submitted only if no step is open', () => {
    fc.assert(
      fc.property(anyState, (given) => {
        const { noOtherOwners } = given.disclosures;
        const state = applyChange(
          {
            ...given,
            disclosures: { shareInformation: true, authority: true, noOtherOwners: noOtherOwners ?? true },
            questions: {},
            agreed: agreed('esign', 'terms', 'guarantor', 'controlling-party'),
            proofRequired: false,
            reviewed: true,
          },
          {},
        );
        const open = stepsOf(state).filter((step) => !isSatisfied(step, state));
        expect(submissionErrors(state).length === 0).toBe(open.length === 0);
      }),
    );
  });

  test('a section is confirmed only at its last step, with nothing in it open (D11)', () => {
    fc.assert(
      fc.property(anyState, (state) => {
        const steps = stepsOf(state);
        steps.forEach((step, index) => {
          const section = confirmsSection(step, state);
          if (!section) return;
          const following = steps[index + 1];
          expect(sectionOf(step.screen)).toBe(section);
          expect(following && sectionOf(following.screen)).not.toBe(section);
          const ofSection = steps.filter(({ screen }) => sectionOf(screen) === section);
          expect(ofSection.every((one) => isSatisfied(one, state))).toBe(true);
        });
      }),
    );
  });
});

describe('URLs', () => {
  test('are parsed to the step that they were built from', () => {
    const anyStep = anyState.chain((state) => fc.constantFrom(...stepsOf(state)));
    fc.assert(
      fc.property(anyStep, (step) => {
        const { pathname, search } = new URL(urlOf(step), 'http://demo.localhost');
        expect(stepAt(pathname, search)).toEqual(step);
        expect(stepAt(pathname, search.replace('?', ''))).toEqual(step);
      }),
    );
  });

  test.each([
    ['/apply/business', '', stepOf('business')],
    ['/apply/business', '?part=1', stepOf('business')],
    ['/apply/business', '?part=x', stepOf('business')],
    ['/apply/business', '?party=3', stepOf('business')],
    ['/apply/business', '?part=999', stepOf('business')],
    ['/apply/owner', '?owner=2&part=2', stepOf('owner', 2, { owner: 2 })],
    ['/apply/owner', '?part=2&owner=2', stepOf('owner', 2, { owner: 2 })],
    ['/apply/authorized-user/info', '?user=1&utm=x', stepOf('authorized-user-info', 1, { user: 1 })],
    ['/apply/nowhere', '', undefined],
    ['/apply/business/', '', undefined],
    ['/toString', '', undefined],
    ['', '', undefined],
  ])('%s%s', (path, search, step) => {
    expect(stepAt(path, search)).toEqual(step);
  });
});

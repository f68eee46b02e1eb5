/** Tests where Next goes if it doesn't go to the following step. Also tests which person a step is about. */
import { describe, expect, test } from 'vitest';
import {
  agreed,
  allConfirmed,
  confirmed,
  guaranteed,
  personOf,
  stateOf,
  stepOf,
  theApplicant,
  without,
} from '../../tests/support/application-states.ts';
import type { ApplicationState } from '../fields/application-state.ts';
import { sectionOf } from './flow.ts';
import {
  canVisit,
  firstOpenStep,
  firstStepOf,
  isLastStep,
  lastStepOf,
  nextStep,
  previousStep,
  stepsOf,
  visitableStep,
} from './navigation.ts';
import { personAt, recordAt } from './steps.ts';

test('Next goes from the intro to the sharing of information, even if everything is answered', () => {
  expect(nextStep(stepOf('start'), stateOf())).toEqual(stepOf('share-information'));
});

test('Back goes to the previous step, and does nothing on the intro', () => {
  expect(previousStep(stepOf('control-question'), stateOf())).toEqual(stepOf('share-information'));
  expect(previousStep(stepOf('share-information'), stateOf())).toEqual(stepOf('start'));
  expect(previousStep(stepOf('start'), stateOf())).toBeUndefined();
});

test('Next submits the application at the last agreement and nowhere else', () => {
  const last = stepsOf(stateOf()).filter((step) => isLastStep(step, stateOf()));
  expect(last).toEqual([stepOf('agreement-controlling-party')]);
});

test('a section begins at its first step and ends at its last', () => {
  const city = stateOf({ applicationData: { ...guaranteed, organizationType: 'municipality' } });
  expect(firstStepOf('applicant', stateOf())).toEqual(stepOf('applicant'));
  expect(lastStepOf('applicant', stateOf())).toEqual(stepOf('applicant-guarantor-question'));
  expect([firstStepOf('owner', city), lastStepOf('owner', city)]).toEqual([undefined, undefined]);
});

test('the intro may be visited at any time', () => {
  expect(visitableStep(stepOf('start'), stateOf())).toEqual(stepOf('start'));
});

test('the first open step may be visited, but not the step after it', () => {
  const state = stateOf({ applicationData: without(guaranteed, ['naicsCode']) });
  expect(firstOpenStep(state)).toEqual(stepOf('business', 2));
  expect(canVisit(stepOf('business', 2), state)).toBe(true);
  expect(canVisit(stepOf('business-address'), state)).toBe(false);
  expect(visitableStep(stepOf('business-address'), state)).toEqual(stepOf('business', 2));
});

describe('Next after a step that is no longer asked', () => {
  test('skipping the billing address goes to the step after it (D14)', () => {
    const state = stateOf({
      applicationData: without(guaranteed, ['yearsInBusiness']),
      questions: { billingSame: true },
    });
    expect(nextStep(stepOf('business-billing'), state)).toEqual(stepOf('business-additional'));
  });

  test('skipping an owner before any owner is listed returns to the question', () => {
    const disclosures = { shareInformation: true, authority: true, noOtherOwners: false };
    const state = stateOf({ sections: confirmed('business', 'applicant'), disclosures });
    expect(nextStep(stepOf('owner-info', 1, { owner: 1 }), state)).toEqual(stepOf('owner'));
  });

  test('skipping a second card user returns to the list', () => {
    const personnel = [theApplicant, personOf('authorized_user', 1)];
    const sections = confirmed('business', 'applicant', 'owner');
    expect(nextStep(stepOf('authorized-user', 2, { user: 2 }), stateOf({ personnel, sections }))).toEqual(
      stepOf('authorized-user-list'),
    );
  });

  test('a document sent from the list of documents continues to the review', () => {
    const state = stateOf({ sections: allConfirmed, documentCount: 1 });
    expect(nextStep(stepOf('entity-required'), state)).toEqual(stepOf('review'));
  });
});

describe('after a return with every section complete', () => {
  const complete = (changes: Partial<ApplicationState> = {}) =>
    stateOf({ sections: allConfirmed, ...changes });

  test('Next goes from any step to the review', () => {
    const state = complete();
    for (const step of stepsOf(state).filter(({ screen }) => sectionOf(screen) !== 'review'))
      expect(nextStep(step, state)).toEqual(stepOf('review'));
  });

  test('Next goes to the review, even if the answers were confirmed before', () => {
    const signing = complete({ reviewed: true, agreed: agreed('esign') });
    expect(firstOpenStep(signing)).toEqual(stepOf('agreement-terms'));
    expect(nextStep(stepOf('business'), signing)).toEqual(stepOf('review'));
  });

  test('Next goes to the documents first if the program requires one and none was sent', () => {
    const none = { documentCount: 0 };
    expect(nextStep(stepOf('business'), complete({ ...none, proofRequired: true }))).toEqual(
      stepOf('entity-required'),
    );
    expect(nextStep(stepOf('business'), complete(none))).toEqual(stepOf('review'));
  });

  test('Next goes to the step that a change has made wrong, and the review waits until it is fixed (D11)', () => {
    const applicationData = without(guaranteed, ['addressPostalCode']);
    const state = complete({ applicationData });
    expect(nextStep(stepOf('business'), state)).toEqual(stepOf('business-address'));
    expect(visitableStep(stepOf('review'), state)).toEqual(stepOf('business-address'));
    expect(visitableStep(stepOf('applicant'), state)).toEqual(stepOf('business-address'));
  });

  test('Next goes to the applicant’s share if a new legal form asks for it', () => {
    const applicant = personOf('applicant', 1, { percentageOwned: null });
    const state = complete({ personnel: [applicant] });
    expect(nextStep(stepOf('business'), state)).toEqual(stepOf('applicant', 3));
  });

  test('Next goes to the billing address if it now differs', () => {
    const state = complete({ questions: { billingSame: false } });
    expect(nextStep(stepOf('business-address-same'), state)).toEqual(stepOf('business-billing'));
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
    expect(nextStep(stepOf('business-address-same'), answered)).toEqual(stepOf('review'));
  });

  test('a card user can be added', () => {
    const asked = complete({ questions: { authorizedUser: true } });
    expect(firstOpenStep(asked)).toEqual(stepOf('authorized-user'));
    const begun = complete({
      personnel: [theApplicant, personOf('authorized_user', 1, { dateOfBirth: null, addressLine: null })],
    });
    expect(nextStep(stepOf('authorized-user', 2, { user: 1 }), begun)).toEqual(
      stepOf('authorized-user-info', 1, { user: 1 }),
    );
  });

  test('Next goes through the review and the agreements in order', () => {
    const state = complete();
    const walked = ['review', 'agreement-esign', 'agreement-terms'] as const;
    walked.forEach((screen, index) => {
      const following = walked[index + 1];
      if (following) expect(nextStep(stepOf(screen), state)).toEqual(stepOf(following));
    });
  });
});

describe('another person', () => {
  const personnel = [theApplicant, personOf('owner', 1, { percentageOwned: 30 })];
  const announced = stateOf({
    personnel,
    questions: { anotherOwner: true },
    sections: confirmed('business', 'applicant'),
  });
  const second = stepOf('owner', 2, { owner: 2 });

  test('whom the applicant adds on the list is entered next', () => {
    expect(nextStep(stepOf('owner-list'), announced)).toEqual(second);
    expect(firstOpenStep(announced)).toEqual(second);
  });

  test('can be canceled by going back to the list', () => {
    expect(previousStep(second, announced)).toEqual(stepOf('owner-list'));
    expect(visitableStep(stepOf('owner-list'), announced)).toEqual(stepOf('owner-list'));
  });

  test('is asked for the other answers after the name, and then the list follows', () => {
    const begun = stateOf({
      personnel: [...personnel, personOf('owner', 2, { percentageOwned: 30, dateOfBirth: null })],
      sections: confirmed('business', 'applicant'),
    });
    expect(nextStep(second, begun)).toEqual(stepOf('owner-info', 1, { owner: 2 }));
    expect(nextStep(stepOf('owner-address', 1, { owner: 2 }), begun)).toEqual(stepOf('owner-list'));
  });
});

describe('the person of a step, and the answers that it shows', () => {
  const [owner, user] = [personOf('owner', 1), personOf('authorized_user', 1)];
  const state = stateOf({ personnel: [owner, theApplicant, user], questions: { billingSame: true } });

  test.each([
    [stepOf('owner-info', 1, { owner: 1 }), owner],
    [stepOf('owner-info', 1, { owner: 2 }), undefined],
    [stepOf('authorized-user-info', 1, { user: 1 }), user],
    [stepOf('applicant', 2), theApplicant],
    [stepOf('business'), undefined],
    [stepOf('applicant-guarantor-question'), undefined],
  ])('%o', (step, person) => {
    expect(personAt(step, state)).toBe(person);
  });

  test.each([
    [stepOf('business'), state.applicationData],
    [stepOf('control-question'), state.disclosures],
    [stepOf('business-address-same'), state.questions],
    [stepOf('applicant'), theApplicant.answers],
    [stepOf('owner', 2, { owner: 1 }), owner.answers],
    [stepOf('owner', 2, { owner: 2 }), {}],
    [stepOf('section-review'), {}],
  ])('the answers at %o', (step, record) => {
    expect(recordAt(step, state)).toEqual(record);
  });
});

/** Tests the steps about people: Next, Back, Skip, and the effects of entering and removing people (D10, D14, D17). */
import { describe, expect, test } from 'vitest';
import { confirmed, personOf, stateOf, theApplicant } from '../../tests/support/application-states.ts';
import type { ApplicationState } from '../fields/application-state.ts';
import { ownersOf } from '../people/ownership.ts';
import { applyChange } from '../state/apply-change.ts';
import {
  confirmsSection,
  firstOpenStep,
  nextStep,
  previousStep,
  stepsOf,
  visitableStep,
} from './navigation.ts';
import type { Step } from './steps.ts';
import { sameStep, stepUnderYes, urlOf } from './steps.ts';

const list: Step = { screen: 'owner-list', part: 1 };
const userList: Step = { screen: 'authorized-user-list', part: 1 };
const question: Step = { screen: 'owner', part: 1 };
/** The step for the first owner's name. The page shows this name below the question about owners. */
const first: Step = { screen: 'owner', part: 2, owner: 1 };
const owner = (number: number, share: number) => personOf('owner', number, { percentageOwned: share });

/**
 * Returns an application whose applicant owns 25%. The sections about the business and the applicant are confirmed, and there are
 * no answers about other owners.
 */
function atOwners(changes: Partial<ApplicationState> = {}): ApplicationState {
  return stateOf({
    sections: confirmed('business', 'applicant'),
    disclosures: { shareInformation: true, authority: true },
    personnel: [personOf('applicant', 1, { percentageOwned: 25 })],
    ...changes,
  });
}

const withOwners = (...shares: readonly number[]) =>
  atOwners({
    personnel: [
      personOf('applicant', 1, { percentageOwned: 25 }),
      ...shares.map((share, index) => owner(index + 1, share)),
    ],
  });

const answering = (state: ApplicationState, questions: ApplicationState['questions']): ApplicationState => ({
  ...state,
  questions: { ...state.questions, ...questions },
});

/** Returns the application after the answer that no one else owns 25% or more. */
const noOneElse = (state: ApplicationState): ApplicationState => ({
  ...state,
  disclosures: { ...state.disclosures, noOtherOwners: true },
});

/** Returns the URL that the page shows after Next. */
const goOn = (step: Step, state: ApplicationState) => urlOf(visitableStep(nextStep(step, state), state));

describe('the first owner', () => {
  test('after the answer Yes, the question is open until the owner is named, and Next skips the step for the name', () => {
    const announced = answering(atOwners(), { otherOwner: true });
    expect(stepUnderYes(question)).toEqual(first);
    expect(goOn(question, announced)).toBe('/apply/owner');
    expect(visitableStep(first, announced)).toEqual(question);
    const entered = applyChange(announced, { added: owner(1, 25) });
    expect(goOn(question, entered)).toBe('/apply/owner/info?owner=1');
    expect(previousStep({ screen: 'owner-info', part: 1, owner: 1 }, entered)).toEqual(question);
  });

  test('the answer No completes the section if no one else owns 25 % or more', () => {
    const state = noOneElse(answering(atOwners(), { otherOwner: false }));
    expect(confirmsSection(question, state)).toBe('owner');
  });

  test('the question can be reached again while the name is not entered', () => {
    const state = answering(atOwners(), { otherOwner: true });
    expect(visitableStep(question, state)).toEqual(question);
    expect(previousStep(first, state)).toEqual(question);
  });
});

describe('the list of owners', () => {
  test('a person’s last step goes to the list, not to the next person', () => {
    expect(goOn({ screen: 'owner-address', part: 1, owner: 1 }, withOwners(25, 25))).toBe(
      '/apply/owner/list',
    );
  });

  test('a person’s last step goes to the first open step of another person', () => {
    const state = withOwners(25, 25);
    const [first, second] = ownersOf(state);
    const personnel = [theApplicant, first, { ...second, answers: { ...second?.answers, email: null } }];
    const lacking = { ...state, personnel: personnel as ApplicationState['personnel'] };
    expect(goOn({ screen: 'owner-address', part: 1, owner: 1 }, lacking)).toBe('/apply/owner/info?owner=2');
  });

  test('another owner is entered after those listed', () => {
    const state = answering(withOwners(25), { anotherOwner: true });
    expect(goOn(list, state)).toBe('/apply/owner?part=2&owner=2');
  });

  test('the list can be visited before another owner is entered', () => {
    const state = answering(withOwners(25), { anotherOwner: true });
    expect(visitableStep(list, state)).toEqual(list);
    expect(previousStep({ screen: 'owner', part: 2, owner: 2 }, state)).toEqual(list);
  });

  test('is not complete while 25 % is unclaimed and no one has confirmed that there is no other owner', () => {
    expect(firstOpenStep(withOwners(25))).toEqual(list);
    const told = { ...noOneElse(withOwners(25)), sections: confirmed('business', 'applicant', 'owner') };
    expect(goOn(list, told)).toBe('/apply/authorized-user');
  });

  test('the answer No to the question goes to the list if people are listed', () => {
    const state = answering(withOwners(25), { otherOwner: false });
    expect(goOn(question, state)).toBe('/apply/owner/list');
  });
});

test('the answer Yes to the question goes to the first listed owner', () => {
  const state = answering(withOwners(25, 25), { otherOwner: true });
  expect(nextStep(question, state)).toEqual({ screen: 'owner-info', part: 1, owner: 1 });
});

describe('with every section complete', () => {
  const complete = {
    ...withOwners(25, 25, 25),
    sections: confirmed('business', 'applicant', 'owner', 'authorizedUser'),
  };

  test('a change of one owner goes through that owner’s steps and back to the list', () => {
    expect(goOn({ screen: 'owner', part: 2, owner: 2 }, complete)).toBe('/apply/owner/info?owner=2');
    expect(visitableStep(first, complete)).toEqual(first);
    expect(goOn(first, complete)).toBe('/apply/owner/info?owner=1');
    expect(goOn({ screen: 'owner-address', part: 1, owner: 2 }, complete)).toBe('/apply/owner/list');
  });

  test('the list continues to the review', () => {
    expect(goOn(list, complete)).toBe('/apply/review');
  });

  test('without the last owner the question is open again', () => {
    const one = noOneElse({ ...complete, personnel: withOwners(25).personnel });
    const without = applyChange(one, { removed: owner(1, 25).id });
    expect(firstOpenStep(without)).toEqual(question);
  });
});

describe('removing a person', () => {
  test('goes to the list if others are listed, and withdraws the confirmation that there is no other owner', () => {
    const told = noOneElse(withOwners(25, 25));
    const without = applyChange(told, { removed: owner(2, 25).id });
    expect(without.disclosures.noOtherOwners).toBeNull();
    expect(firstOpenStep(without)).toEqual(list);
  });

  test('removing a card user does not change the answers about owners', () => {
    const user = personOf('authorized_user');
    const told = stateOf({
      personnel: [theApplicant, user],
      questions: { otherOwner: false, authorizedUser: true },
    });
    const without = applyChange(told, { removed: user.id });
    expect(without.disclosures.noOtherOwners).toBe(true);
    expect(without.questions).toMatchObject({ otherOwner: false, authorizedUser: null });
  });

  test('adding a person clears the answer that another person follows', () => {
    const state = applyChange(answering(withOwners(25), { anotherOwner: true }), { added: owner(2, 25) });
    expect(state.questions.anotherOwner).toBeNull();
  });
});

describe('card users', () => {
  const atUsers = stateOf({ sections: confirmed('business', 'applicant', 'owner') });
  const asked: Step = { screen: 'authorized-user', part: 1 };

  test('the answer No confirms the section if no one is listed, and otherwise goes to the list', () => {
    const state = answering(atUsers, { authorizedUser: false });
    expect(confirmsSection(asked, state)).toBe('authorizedUser');
    const listed = { ...state, personnel: [theApplicant, personOf('authorized_user')] };
    expect(confirmsSection(asked, listed)).toBeUndefined();
    expect(nextStep(asked, listed)).toEqual(userList);
  });
});

describe('the documents that prove the business', () => {
  const step: Step = { screen: 'entity-required', part: 1 };
  const complete = stateOf({
    sections: confirmed('business', 'applicant', 'owner', 'authorizedUser'),
    documentCount: 0,
    proofRequired: true,
  });

  test('are required until one is sent or postponed', () => {
    expect(firstOpenStep(complete)).toEqual(step);
    expect(firstOpenStep({ ...complete, proofLater: true }).screen).not.toBe('entity-required');
    expect(firstOpenStep({ ...complete, proofUploading: true }).screen).not.toBe('entity-required');
    expect(firstOpenStep({ ...complete, proofUploading: false })).toEqual(step);
  });

  test('leave nothing open once they are added there', () => {
    expect(firstOpenStep({ ...complete, documentCount: 1, proofAddedLast: true }).screen).toBe('review');
  });

  test('keep their screen in the flow only if the document was added there', () => {
    const isOnTheWay = (changes: Partial<ApplicationState>) =>
      stepsOf({ ...complete, ...changes }).some((one) => sameStep(one, step));
    expect(isOnTheWay({ documentCount: 1, proofAddedLast: true })).toBe(true);
    expect(isOnTheWay({ documentCount: 1 })).toBe(false);
  });

  test('have no screen in the flow if they are optional, but its URL always works (D54)', () => {
    const optional = { ...complete, proofRequired: false };
    expect(stepsOf(optional).some((one) => sameStep(one, step))).toBe(false);
    for (const state of [optional, { ...complete, documentCount: 1 }]) {
      expect(visitableStep(step, state)).toEqual(step);
      expect(previousStep(step, state)).toEqual({ screen: 'authorized-user', part: 1 });
      expect(goOn(step, state)).toBe('/apply/review');
    }
  });
});

/** Tests that the minutes left never rise during an application, except by the minutes announced for an added person. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { businessAnswers, personOf, stateOf } from '../../tests/support/application-states.ts';
import type { ApplicationState } from '../fields/application-state.ts';
import { organizationTypes } from '../lists/organization-types.ts';
import { noOtherOwnersIsDue, ownersOf, unclaimedShare } from '../people/ownership.ts';
import { applicantOf, peopleOf } from '../people/people.ts';
import { applyChange } from '../state/apply-change.ts';
import { applySave } from '../state/saves.ts';
import { answeringSteps, canVisit, confirmsSection, isPassed, nextStep } from './navigation.ts';
import { personMinutes, progressAt } from './progress.ts';
import type { Step } from './steps.ts';
import { groupAt, isUnderYes, personAt, stepUnderYes, urlOf } from './steps.ts';

const billing = {
  billingAddressLine: '1 Elm St',
  billingCity: 'Fargo',
  billingState: 'ND',
  billingPostalCode: '58102',
};

const nobody = stateOf({
  applicationData: {},
  disclosures: {},
  personnel: [],
  documentCount: 0,
});

/** Chooses the answers of one run through the form. Each call of `yes` returns the next answer. */
interface Choices {
  readonly yes: () => boolean;
  readonly share: () => number;
  readonly legalForm: (typeof organizationTypes)[number];
}

/** Returns the application after the answers at a step about a person. Adds the person if necessary. */
function withPerson(step: Step, state: ApplicationState, choices: Choices): ApplicationState {
  const kind = step.owner !== undefined ? 'owner' : step.user !== undefined ? 'authorized_user' : 'applicant';
  const there = personAt(step, state);
  const number = peopleOf(state, kind).length + 1;
  const whole = personOf(kind, number, { percentageOwned: kind === 'owner' ? 25 : choices.share() });
  const keys: readonly string[] = groupAt(step)?.fields ?? [];
  const answers = Object.fromEntries(Object.entries(whole.answers).filter(([key]) => keys.includes(key)));
  return there
    ? applySave(state, { person: answers }, there.id)
    : applyChange(state, { added: { ...whole, answers } });
}

/** Returns the application after the answers and Next at a step, before the step's section is confirmed. */
function answered(step: Step, state: ApplicationState, choices: Choices): ApplicationState {
  const group = groupAt(step);
  const asks = (answers: ApplicationState['questions']) => ({
    ...state,
    questions: { ...state.questions, ...answers },
  });
  if (step.screen === 'owner-list') {
    const adds = noOtherOwnersIsDue(state) && choices.yes() && ownersOf(state).length < 4;
    if (adds) return asks({ anotherOwner: true });
    const due = noOtherOwnersIsDue(state) && { disclosures: { noOtherOwners: true } };
    return applySave(asks({ anotherOwner: false }), due || {});
  }
  if (step.screen === 'authorized-user-list')
    return asks({ anotherUser: peopleOf(state, 'authorized_user').length < 4 && choices.yes() });
  if (step.screen === 'entity-required') return { ...state, proofLater: true };
  if (step.screen === 'review') return { ...state, reviewed: true };
  if (step.screen.startsWith('agreement-'))
    return { ...state, agreed: { ...state.agreed, [step.screen.replace('agreement-', '')]: true } };
  if (!group) return state;
  if (group.record === 'disclosures')
    return applyChange(state, { disclosures: { shareInformation: true, authority: true } });
  if (group.record === 'application') {
    const all = { ...businessAnswers, ...billing, organizationType: choices.legalForm };
    const given = Object.entries(all).filter(([key]) => (group.fields as readonly string[]).includes(key));
    return applySave(state, { applicationData: Object.fromEntries(given) });
  }
  if (group.record !== 'questions') return withPerson(step, state, choices);
  const [key] = group.fields;
  const yes = key === 'guarantor' && state.guarantorRequired ? true : choices.yes();
  const after = asks({ [String(key)]: yes });
  if (key === 'guarantor')
    return applySave(after, { applicationData: { guarantorId: yes ? applicantOf(after)?.id : null } });
  const below = stepUnderYes(step);
  if (below && yes) return withPerson(below, after, choices);
  return key === 'otherOwner' ? applySave(after, { disclosures: { noOtherOwners: true } }) : after;
}

/** Returns the minutes that a step's screen announces for adding a person. */
function announcedAt({ screen }: Step): number {
  if (screen === 'owner' || screen === 'owner-list') return personMinutes.owner;
  return screen === 'authorized-user' || screen === 'authorized-user-list' ? personMinutes.user : 0;
}

/** Returns the later steps that Next and Back skip but that can be visited at their URLs. */
function asides(step: Step, state: ApplicationState): readonly Step[] {
  const steps = answeringSteps(state);
  const from = steps.findIndex((one) => urlOf(one) === urlOf(step));
  return steps
    .slice(from + 1)
    .filter((one) => isPassed(one, state) && !isUnderYes(one) && canVisit(one, state));
}

const walk = fc.record({
  legalForm: fc.constantFrom(...organizationTypes),
  yesses: fc.array(fc.boolean(), { minLength: 12, maxLength: 12 }),
  share: fc.constantFrom(0, 24.99, 25, 50, 75, 75.01, 100),
  guarantorRequired: fc.boolean(),
  proofRequired: fc.boolean(),
});

test('the minutes left rise only by the minutes that a screen announces for a person, even on screens that Next skips', () => {
  const seen = new Set<string>();
  const passed = new Set<string>();
  fc.assert(
    fc.property(walk, ({ legalForm, yesses, share, ...program }) => {
      let turn = 0;
      const choices: Choices = {
        legalForm,
        share: () => share,
        yes: () => yesses[turn++ % yesses.length] === true,
      };
      let state: ApplicationState = { ...nobody, ...program };
      let step: Step = { screen: 'start', part: 1 };
      let { minutesLeft, toRead } = progressAt(step, state);
      for (let count = 0; count < 80 && step.screen !== 'agreement-controlling-party'; count += 1) {
        seen.add(step.screen);
        const given = answered(step, state, choices);
        const section = confirmsSection(step, given);
        state = section ? { ...given, sections: { ...given.sections, [section]: true } } : given;
        const next = nextStep(step, state);
        const left = progressAt(next, state).minutesLeft;
        for (const aside of asides(step, state)) {
          passed.add(aside.screen);
          const there = progressAt(aside, state).minutesLeft;
          expect(there, `${urlOf(step)} → ${urlOf(aside)}`).toBeLessThanOrEqual(minutesLeft);
          const after = progressAt(nextStep(aside, state), state).minutesLeft;
          expect(after, `Next at ${urlOf(aside)}`).toBeLessThanOrEqual(there);
        }
        const mayAdd = personAt(next, state) || next.owner || next.user ? announcedAt(step) : 0;
        expect(left, `${urlOf(step)} → ${urlOf(next)}`).toBeLessThanOrEqual(minutesLeft + mayAdd);
        // Each agreement that is still to be read was also still to be read at the previous step.
        const stillToRead = progressAt(next, state).toRead;
        expect(toRead, `${urlOf(step)} → ${urlOf(next)}`).toEqual(expect.arrayContaining([...stillToRead]));
        minutesLeft = left;
        toRead = stillToRead;
        step = next;
      }
      expect(urlOf(step)).toBe('/apply/agreement/controlling-party');
      expect(minutesLeft).toBe(1);
      expect(unclaimedShare(state)).toBeGreaterThanOrEqual(0);
    }),
    { seed: 30, numRuns: 60 },
  );
  expect([...seen]).toEqual(
    expect.arrayContaining(['business-billing', 'owner-list', 'authorized-user-list', 'entity-required']),
  );
  expect([...passed].toSorted()).toEqual(['entity-required', 'review-intro', 'section-review']);
});

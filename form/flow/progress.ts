/** Calculates the progress at a step: how much of each section is done, how many minutes are left, and what is left to read. */
import type { AgreementKey, ApplicationState } from '../fields/application-state.ts';
import { ownersOf } from '../people/ownership.ts';
import { authorizedUsersOf } from '../people/people.ts';
import { flow } from '../screens/screens.ts';
import { agreementsDue, isGuaranteeDeclined } from '../state/consents.ts';
import { countedSections, type FlowSectionKey, screenOf, sectionOf } from './flow.ts';
import { answeringSteps, isPassed, listOf } from './navigation.ts';
import type { Step } from './steps.ts';
import {
  groupAt,
  indexOfStep,
  isAboutOneOfSeveral,
  isAboutSamePerson,
  sameStep,
  stepsOfScreen,
} from './steps.ts';

/** Estimated seconds for one field, or for reading a screen and pressing Next (docs/reports/measurements.md, “U1”). */
const secondsEach = 7;

/** Estimated minutes for each additional owner and card user. The screen announces these minutes before the person is added. */
export const personMinutes = { owner: 2, user: 1 } as const;

export interface Progress {
  readonly section: FlowSectionKey;
  /** How much of each counted section is done, from 0 to 1, in order. The first section includes `start`. */
  readonly done: readonly number[];
  /**
   * Estimated minutes for this step and all later steps, at least 1. The number grows only when a person is added, by
   * `personMinutes`. Excludes the time to read the agreements.
   */
  readonly minutesLeft: number;
  /** The needed agreements to which the person hasn't agreed. Includes the guarantor agreement until a guarantee is declined. */
  readonly toRead: readonly AgreementKey[];
}

/** Returns a step's effort: 1, plus 1 for each field. Agreements count as three fields, other screens without fields as one. */
function effortAt(step: Step): number {
  return 1 + (groupAt(step)?.fields.length ?? (screenOf(step.screen).agreement ? 3 : 1));
}

/** Fills in missing answers about the billing address and the guarantee so that the application can later only get shorter. */
function atItsLongest(state: ApplicationState): ApplicationState {
  const { applicationData, questions } = state;
  return {
    ...state,
    applicationData: {
      ...applicationData,
      guarantorId: applicationData.guarantorId ?? (isGuaranteeDeclined(state) ? null : ''),
    },
    questions: { ...questions, billingSame: questions.billingSame ?? false },
  };
}

/** Returns the estimated seconds for a step. All steps about one additional person together take `personMinutes`. */
function secondsAt(step: Step, steps: readonly Step[]): number {
  const minutes =
    step.owner !== undefined ? personMinutes.owner : step.user !== undefined && personMinutes.user;
  if (!minutes) return effortAt(step) * secondsEach;
  return (minutes * 60 * effortAt(step)) / effortOf(steps.filter((one) => isAboutSamePerson(one, step)));
}

/** Returns the estimated seconds for a step, later steps about the same person, and later steps in unconfirmed sections. */
function secondsLeft(step: Step, state: ApplicationState): number {
  const steps = answeringSteps(state).filter((one) => sameStep(one, step) || !isPassed(one, state));
  const isConfirmed = (one: FlowSectionKey) => one in state.sections && state.sections[one as 'business'];
  const from = Math.max(0, indexOfStep(steps, step));
  const isAboutPerson = isAboutOneOfSeveral(step);
  const isHere = (one: Step) => sameStep(one, step) || (isAboutPerson && isAboutSamePerson(step, one));
  const left = steps.slice(from).filter((one) => isHere(one) || !isConfirmed(sectionOf(one.screen)));
  // After a person's last step comes the list of people. `left` lacks this list if the person is new or the section is confirmed.
  const list = listOf(step, state);
  const again = isAboutPerson && indexOfStep(left, list) < 0 ? [list] : [];
  return [...left, ...again].reduce((sum, one) => sum + secondsAt(one, steps), 0);
}

/** Returns the declared steps of a section, whether or not the application has them. Steps about people appear once. */
function declaredSteps(counted: FlowSectionKey): readonly Step[] {
  return flow
    .filter(({ key }) => key === counted || (key === 'start' && counted === countedSections[0]))
    .flatMap(({ screens }) => screens.flatMap(stepsOfScreen));
}

/** Returns how much of `steps` is done at the given step, from 0 to 1. Half of the given step is counted as done. */
function middleOf({ screen, part }: Step, steps: readonly Step[]): number {
  const index = steps.findIndex((step) => step.screen === screen && step.part === part);
  return (effortOf(steps.slice(0, index)) + effortOf(steps.slice(0, index + 1))) / (2 * effortOf(steps));
}

const effortOf = (steps: readonly Step[]) => steps.reduce((sum, step) => sum + effortAt(step), 0);

/** Returns how much of a section is done, from 0 to 1. Each person adds less than the one before, because more may follow. */
function shareAt(step: Step, section: FlowSectionKey, state: ApplicationState): number {
  const steps = declaredSteps(section);
  if (section !== 'owner' && section !== 'authorizedUser') return middleOf(step, steps);
  const listAfter = (people: number) => 1 - 0.8 / (2 * people + 1);
  const number = step.owner ?? step.user;
  if (number !== undefined) {
    const from = listAfter(number - 1);
    return from + (listAfter(number) - from) * middleOf(step, steps.slice(1, -1));
  }
  if (groupAt(step)) return 0.1;
  return listAfter((section === 'owner' ? ownersOf(state) : authorizedUsersOf(state)).length);
}

/** Returns the progress at a step. Each later step of the application has more progress. */
export function progressAt(step: Step, state: ApplicationState): Progress {
  const section = sectionOf(step.screen);
  const current = Math.max(0, (countedSections as readonly FlowSectionKey[]).indexOf(section));
  const longest = atItsLongest(state);
  return {
    section,
    done: countedSections.map((counted, number) =>
      number < current ? 1 : number > current ? 0 : shareAt(step, counted, state),
    ),
    minutesLeft: Math.max(1, Math.round(secondsLeft(step, longest) / 60)),
    toRead: agreementsDue(longest).filter((key) => !state.agreed[key]),
  };
}

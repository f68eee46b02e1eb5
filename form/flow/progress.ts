/** Calculates the progress at a step: how much of each section is done, and how many minutes are left. */

import type { ApplicationState } from '../fields/application-state.ts';
import { ownersOf } from '../people/ownership.ts';
import { authorizedUsersOf } from '../people/people.ts';
import type { FlowSectionKey } from './flow.ts';
import { countedSections, flow, screenOf, sectionOf } from './flow.ts';
import { stepsOf } from './navigation.ts';
import type { Step } from './steps.ts';
import { groupAt, indexOfStep, sameStep, stepsOfScreen } from './steps.ts';

export interface Progress {
  readonly section: FlowSectionKey;
  /** The part of each counted section that is done, in order, from 0 to 1. The first section includes the start. */
  readonly done: readonly number[];
  /** Estimated minutes, at least 1, for this step and all later steps in unconfirmed sections. */
  readonly minutesLeft: number;
}

/**
 * The estimated seconds for answering one field, or for reading a screen and pressing Next (docs/reports/measurements.md, “U1”).
 */
const secondsEach = 7;

/** Returns the effort of a step: one for the screen, and one for each field. An agreement counts as three fields. */
function effortAt(step: Step): number {
  return 1 + (groupAt(step)?.fields.length ?? (screenOf(step.screen).agreement ? 3 : 1));
}

/**
 * Returns all declared steps of a counted section, even those that aren't asked. Steps about people appear once, not once per
 * person.
 */
function declaredSteps(counted: FlowSectionKey): readonly Step[] {
  return flow
    .filter(({ key }) => key === counted || (key === 'start' && counted === countedSections[0]))
    .flatMap(({ screens }) => screens.flatMap(stepsOfScreen));
}

/** Returns the part of `steps` that is done, from 0 to 1, if the given step is counted as half done. */
function middleOf({ screen, part }: Step, steps: readonly Step[]): number {
  const index = steps.findIndex((step) => step.screen === screen && step.part === part);
  const effort = (some: readonly Step[]) => some.reduce((sum, step) => sum + effortAt(step), 0);
  return (effort(steps.slice(0, index)) + effort(steps.slice(0, index + 1))) / (2 * effort(steps));
}

/**
 * Returns the part of a step's section that is done, from 0 to 1. Steps that aren't asked count as done, and each person takes up
 * a part of what remains, so no answer moves the progress back.
 */
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

/** Returns the progress at a step. Every Next increases the progress. */
export function progressAt(step: Step, state: ApplicationState): Progress {
  const section = sectionOf(step.screen);
  const current = Math.max(0, (countedSections as readonly FlowSectionKey[]).indexOf(section));
  const steps = stepsOf(state);
  const index = indexOfStep(steps, step);
  const isConfirmed = (one: FlowSectionKey) => one in state.sections && state.sections[one as 'business'];
  const effortLeft = steps
    .slice(Math.max(0, index))
    .filter((candidate) => sameStep(candidate, step) || !isConfirmed(sectionOf(candidate.screen)))
    .reduce((sum, candidate) => sum + effortAt(candidate), 0);
  return {
    section,
    done: countedSections.map((counted, number) =>
      number < current ? 1 : number > current ? 0 : shareAt(step, counted, state),
    ),
    minutesLeft: Math.max(1, Math.round((effortLeft * secondsEach) / 60)),
  };
}

/**
 * Returns the estimated minutes for the whole application, rounded up to a multiple of five. Each co-owner adds about two
 * minutes.
 */
export function minutesInAll(state: ApplicationState): number {
  return Math.ceil(progressAt({ screen: 'start', part: 1 }, state).minutesLeft / 5) * 5;
}

/**
 * The order of the steps: the next one, the previous one, where a person resumes, and which steps can be visited. All of
 * it follows from one list, the steps of the application (`stepsOf`).
 */

import type { ApplicationState, SectionKey } from '../fields/application-state.ts';
import { sectionKeys } from '../fields/application-state.ts';
import { fieldsOf } from '../fields/form.ts';
import { noOtherOwnersIsDue, ownersOf } from '../people/ownership.ts';
import { anotherUserCanBe, authorizedUsersOf } from '../people/people.ts';
import type { Screen } from '../screens/screen.ts';
import { ruleContext } from '../validation/rule-context.ts';
import { isAnswered, validateFields } from '../validation/validate.ts';
import type { FlowSectionKey } from './flow.ts';
import { flow, screenOf, sectionOf } from './flow.ts';
import type { Step } from './steps.ts';
import { fieldsAt, groupAt, indexOfStep, personAt, recordAt, sameStep, stepsOfScreen } from './steps.ts';

/**
 * The steps of a section about several people: the question, the groups of each person, the list. A person to be added comes
 * after the list, so that Back goes to "add another"; once entered they come before the list.
 */
function stepsOfPeople(
  screens: readonly Screen[],
  key: 'owner' | 'user',
  entered: number,
  isOneAdded: boolean,
): Step[] {
  const steps = screens.flatMap(stepsOfScreen);
  const ofPerson = (number: number) => steps.slice(1, -1).map((step) => ({ ...step, [key]: number }));
  return [
    ...steps.slice(0, 1),
    ...Array.from({ length: entered }, (_, index) => ofPerson(index + 1)).flat(),
    ...steps.slice(-1),
    ...(isOneAdded ? ofPerson(entered + 1) : []),
  ];
}

/** Every step that has an address in this application, in order, with the screens that Next and Back skip. */
export function answeringSteps(state: ApplicationState): readonly Step[] {
  const { otherOwner, anotherOwner, authorizedUser, anotherUser } = state.questions;
  const owners = ownersOf(state).length;
  const users = authorizedUsersOf(state).length;
  const isOwnerNext = anotherOwner === true || (otherOwner === true && owners === 0);
  const isUserNext = anotherUser === true || (authorizedUser === true && users === 0);
  return flow
    .flatMap(({ key, screens }) => {
      if (key === 'owner')
        return stepsOfPeople(screens, 'owner', owners, isOwnerNext && noOtherOwnersIsDue(state));
      if (key === 'authorizedUser')
        return stepsOfPeople(screens, 'user', users, isUserNext && anotherUserCanBe(state));
      return screens.flatMap(stepsOfScreen);
    })
    .filter((step) => isAskedAt(step, state));
}

/** Every step that Next and Back go through in this application, in order. */
export function stepsOf(state: ApplicationState): readonly Step[] {
  return answeringSteps(state).filter(({ screen }) => !screenOf(screen).isSkipped?.(state));
}

/** True for a step with a field that is asked, or of a screen without fields whose `when` holds. */
function isAskedAt(step: Step, state: ApplicationState): boolean {
  if (groupAt(step)) return fieldsAt(step, state).length > 0;
  return screenOf(step.screen).when?.(state) ?? true;
}

/** True if an answer on this screen ends the application (D15, D16). */
export function stopsAt(step: Step, state: ApplicationState): boolean {
  return screenOf(step.screen).stops?.(state) ?? false;
}

/** True if nothing is left to do at a step: its fields are valid, and its screen is satisfied. */
export function isSatisfied(step: Step, state: ApplicationState): boolean {
  const screen = screenOf(step.screen);
  if (stopsAt(step, state)) return false;
  if (screen.satisfied && step.part === 1 && !screen.satisfied(state)) return false;
  const group = groupAt(step);
  if (!group || group.record === 'questions') return true;
  const context = {
    ...ruleContext(state, recordAt(step, state), personAt(step, state)),
    onlySkipLeavesOut: true,
  };
  return validateFields(fieldsOf(state.form, group.record), group.fields, context, state).length === 0;
}

const isConfirmable = (key: FlowSectionKey): key is SectionKey =>
  (sectionKeys as readonly string[]).includes(key);

function stepsOfSection(section: FlowSectionKey, state: ApplicationState): readonly Step[] {
  return stepsOf(state).filter(({ screen }) => sectionOf(screen) === section);
}

/** The first step of a section; undefined if the section asks nothing. */
export function firstStepOf(section: FlowSectionKey, state: ApplicationState): Step | undefined {
  return stepsOfSection(section, state)[0];
}

/** The last step of a section; undefined if the section asks nothing. */
export function lastStepOf(section: FlowSectionKey, state: ApplicationState): Step | undefined {
  return stepsOfSection(section, state).at(-1);
}

/**
 * The first step with something left to do, or the last step of the first unconfirmed section, whichever comes first. A
 * person resumes there (D18), and cannot visit a later step (spec section 2).
 */
export function firstOpenStep(state: ApplicationState): Step {
  const steps = stepsOf(state);
  const open = steps.find((step) => {
    if (!isSatisfied(step, state)) return true;
    const section = sectionOf(step.screen);
    const unconfirmed = isConfirmable(section) && !state.sections[section];
    const last = unconfirmed && lastStepOf(section, state);
    return last && sameStep(last, step);
  });
  return (open ?? steps.at(-1)) as Step;
}

/** True once every section is confirmed; one that asks nothing counts as confirmed. */
function sectionsComplete(state: ApplicationState): boolean {
  return sectionKeys.every((key) => state.sections[key] || !lastStepOf(key, state));
}

/** True for a step of this application that is not after the first open step (spec section 2). */
export function canVisit(step: Step, state: ApplicationState): boolean {
  const steps = answeringSteps(state);
  const index = indexOfStep(steps, step);
  return index >= 0 && index <= indexOfStep(steps, firstOpenStep(state));
}

/** The step that an address shows: its own if that can be visited, otherwise the first open one. */
export function visitableStep(step: Step, state: ApplicationState): Step {
  return canVisit(step, state) ? step : firstOpenStep(state);
}

/** True for a step none of whose fields is answered. False without fields, and for questions that are not stored. */
function isUntouched(step: Step, state: ApplicationState): boolean {
  const group = groupAt(step);
  if (!group || group.record === 'questions') return false;
  const fields = fieldsOf(state.form, group.record);
  const record = recordAt(step, state);
  return !group.fields.some((key) => isAnswered(fields, key, record));
}

const isAboutOneOfSeveral = (step: Step) => step.owner !== undefined || step.user !== undefined;

const isAboutSamePerson = (one: Step, other: Step) => one.owner === other.owner && one.user === other.user;

/** True if the step's questions were all answered with no. */
function isDeclined(step: Step, { questions }: ApplicationState): boolean {
  const group = groupAt(step);
  return group?.record === 'questions' && group.fields.every((key) => questions[key] === false);
}

/** The list of people in a step's section; the question that begins the section if the list is empty. */
export function listOf(step: Step, state: ApplicationState): Step {
  const ofSection = stepsOfSection(sectionOf(step.screen), state);
  return ofSection.findLast((candidate) => !isAboutOneOfSeveral(candidate)) ?? step;
}

/**
 * The step that Next goes to: usually the following one.
 * - After the last step about one of several people, or a "no" to the question whether there are any, Next goes to their
 *   list, past the people who are listed already.
 * - Once every section is confirmed, and after a step that is no longer asked, Next goes to a step that an answer has just
 *   opened, else to the first open step, else to the review: to its answers, if the person has seen them already.
 */
export function nextStep(step: Step, state: ApplicationState): Step {
  const steps = stepsOf(state);
  const open = firstOpenStep(state);
  const index = indexOfStep(steps, step);
  const following = index < 0 ? undefined : (steps[index + 1] ?? open);
  if (following && isAboutOneOfSeveral(following) && personAt(following, state)) {
    if (isAboutSamePerson(following, step)) return following;
    if (isAboutOneOfSeveral(step) || isDeclined(step, state)) return listOf(step, state);
  }
  const inOrder = !sectionsComplete(state) || sectionOf(step.screen) === 'review';
  if (following && (inOrder || isUntouched(following, state))) return following;
  if (sectionOf(open.screen) !== 'review') return open;
  return state.reviewing ? { screen: 'review', part: 1 } : (firstStepOf('review', state) as Step);
}

/** True at the last step, where Next submits the application. */
export function isLastStep(step: Step, state: ApplicationState): boolean {
  return sameStep(stepsOf(state).at(-1) as Step, step);
}

/** The step that Back goes to if the browser has no history entry of this page. */
export function previousStep(step: Step, state: ApplicationState): Step | undefined {
  const steps = answeringSteps(state);
  const before = steps.slice(0, Math.max(0, indexOfStep(steps, step)));
  return before.findLast(({ screen }) => !screenOf(screen).isSkipped?.(state));
}

/** The section that Next at this step confirms: the step is the section's last, and nothing in it is open (D11). */
export function confirmsSection(step: Step, state: ApplicationState): SectionKey | undefined {
  const section = sectionOf(step.screen);
  if (!isConfirmable(section)) return undefined;
  const ofSection = stepsOfSection(section, state);
  const last = ofSection.at(-1);
  if (!last || !sameStep(last, step)) return undefined;
  return ofSection.every((one) => isSatisfied(one, state)) ? section : undefined;
}

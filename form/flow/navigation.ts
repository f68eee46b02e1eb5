/** Finds the next step, the previous step, the step where a person resumes, and the steps that can be visited. */
import { type ApplicationState, type SectionKey, sectionKeys } from '../fields/application-state.ts';
import { fieldsOf } from '../fields/form.ts';
import { noOtherOwnersIsDue, ownersOf } from '../people/ownership.ts';
import { anotherUserCanBe, authorizedUsersOf } from '../people/people.ts';
import type { Screen } from '../screens/screen.ts';
import { flow } from '../screens/screens.ts';
import { ruleContext } from '../validation/rule-context.ts';
import { isAnswered, validateFields } from '../validation/validate.ts';
import { type FlowSectionKey, screenOf, sectionOf } from './flow.ts';
import type { Step } from './steps.ts';
import {
  fieldsAt,
  groupAt,
  indexOfStep,
  isAboutOneOfSeveral,
  isAboutSamePerson,
  isUnderYes,
  personAt,
  recordAt,
  sameStep,
  stepsOfScreen,
  stepUnderYes,
} from './steps.ts';

/**
 * Returns a section's steps in this order: the question, the people who have been entered, the list, and the person who is being
 * added. In this order, Back goes from the person who is being added to the list.
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

/** Returns all steps of this application in order, including the steps that Next and Back skip. */
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

/** Returns the steps of this application in order, without the steps that Next and Back skip. */
export function stepsOf(state: ApplicationState): readonly Step[] {
  return answeringSteps(state).filter((step) => !isPassed(step, state));
}

/** Returns the steps that Next and Back don't skip, plus the given step if the page shows it below another step's question. */
function stepsWith(step: Step, state: ApplicationState): readonly Step[] {
  const isHere = (one: Step) => isUnderYes(one) && sameStep(one, step);
  return answeringSteps(state).filter((one) => !isPassed(one, state) || isHere(one));
}

/** Returns whether Next and Back skip a step. The page still shows a skipped step at its URL. */
export function isPassed(step: Step, state: ApplicationState): boolean {
  return isUnderYes(step) || screenOf(step.screen).isSkipped?.(state) === true;
}

/** Returns whether the application asks for any field of a step. If the step has no fields, uses its screen's `when`. */
function isAskedAt(step: Step, state: ApplicationState): boolean {
  if (groupAt(step)) return fieldsAt(step, state).length > 0;
  return screenOf(step.screen).when?.(state) ?? true;
}

/** Returns whether an answer that the person gave on the step's screen prevents them from applying (D15, D16). */
export function stopsAt(step: Step, state: ApplicationState): boolean {
  return screenOf(step.screen).stops?.(state) ?? false;
}

/** Returns whether a step is done: its screen is `satisfied`, fields except `questions` are valid, and the person can apply. */
export function isSatisfied(step: Step, state: ApplicationState): boolean {
  const screen = screenOf(step.screen);
  if (stopsAt(step, state)) return false;
  if (screen.satisfied && step.part === 1 && !screen.satisfied(state)) return false;
  if (groupAt(step)?.record !== 'questions') return hasValidFields(step, state);
  const below = stepUnderYes(step);
  if (!below || !(personAt(below, state) || isAnsweredBy(true, step, state))) return true;
  return hasValidFields(below, state);
}

function hasValidFields(step: Step, state: ApplicationState): boolean {
  const group = groupAt(step);
  if (!group) return true;
  const context = {
    ...ruleContext(state, recordAt(step, state), personAt(step, state)),
    onlySkipLeavesOut: true,
  };
  return validateFields(fieldsOf(state.form, group.record), group.fields, context, state).length === 0;
}

function isAnsweredBy(answer: boolean, step: Step, { questions }: ApplicationState): boolean {
  const group = groupAt(step);
  return group?.record === 'questions' && group.fields.every((key) => questions[key] === answer);
}

const isConfirmable = (key: FlowSectionKey): key is SectionKey =>
  (sectionKeys as readonly string[]).includes(key);

function stepsOfSection(section: FlowSectionKey, state: ApplicationState): readonly Step[] {
  return stepsOf(state).filter(({ screen }) => sectionOf(screen) === section);
}

/** Returns the first step of a section, not counting steps that Next and Back skip. Returns undefined if no step remains. */
export function firstStepOf(section: FlowSectionKey, state: ApplicationState): Step | undefined {
  return stepsOfSection(section, state)[0];
}

/** Returns the last step of a section, not counting steps that Next and Back skip. Returns undefined if no step remains. */
export function lastStepOf(section: FlowSectionKey, state: ApplicationState): Step | undefined {
  return stepsOfSection(section, state).at(-1);
}

/**
 * Returns the first open step, where a person resumes (D18). A step is open if something is left to do there, or if it is the
 * last step of an unconfirmed section. If no step is open, returns the last step.
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

/** Returns whether every section is confirmed. A section without steps needs no confirmation. */
function sectionsComplete(state: ApplicationState): boolean {
  return sectionKeys.every((key) => state.sections[key] || !lastStepOf(key, state));
}

/** Returns whether the page can show a step: this application has it, and it isn't after the first open step (spec section 2). */
export function canVisit(step: Step, state: ApplicationState): boolean {
  const steps = answeringSteps(state);
  const index = indexOfStep(steps, step);
  return index >= 0 && index <= indexOfStep(steps, firstOpenStep(state));
}

/** Returns the step that the page shows at a step's URL: the same step if it can be visited, or else the first open step. */
export function visitableStep(step: Step, state: ApplicationState): Step {
  return canVisit(step, state) ? step : firstOpenStep(state);
}

/** Returns whether a step has fields and none of them is answered. Returns false for questions of the flow. */
function isUntouched(step: Step, state: ApplicationState): boolean {
  const group = groupAt(step);
  if (!group || group.record === 'questions') return false;
  const fields = fieldsOf(state.form, group.record);
  const record = recordAt(step, state);
  return !group.fields.some((key) => isAnswered(fields, key, record));
}

/** Returns the step with the list of people in a step's section. If no one is listed, returns the section's question. */
export function listOf(step: Step, state: ApplicationState): Step {
  const ofSection = stepsOfSection(sectionOf(step.screen), state);
  return ofSection.findLast((candidate) => !isAboutOneOfSeveral(candidate)) ?? step;
}

/**
 * Returns the step to which Next goes: the following step, with these exceptions:
 * - After the last step about an owner, Next goes to the list of owners. If owners are listed, Next also goes to this list after
 *   the answer No to the question about owners. The same is true of card users.
 * - If every section is confirmed and the step is before the review section, Next goes to the following step only if that one
 *   has fields and none of them is answered. Otherwise, or if the application no longer has the current step, Next goes to the
 *   first open step. If only the review section is left, Next goes to its first step, or to the review if the person has seen it.
 */
export function nextStep(step: Step, state: ApplicationState): Step {
  const steps = stepsWith(step, state);
  const open = firstOpenStep(state);
  const index = indexOfStep(steps, step);
  const following = index < 0 ? undefined : (steps[index + 1] ?? open);
  if (following && isAboutOneOfSeveral(following) && personAt(following, state)) {
    if (isAboutSamePerson(following, step)) return following;
    if (isAboutOneOfSeveral(step) || isAnsweredBy(false, step, state)) return listOf(step, state);
  }
  const inOrder = !sectionsComplete(state) || sectionOf(step.screen) === 'review';
  if (following && (inOrder || isUntouched(following, state))) return following;
  if (sectionOf(open.screen) !== 'review') return open;
  return state.reviewing ? { screen: 'review', part: 1 } : (firstStepOf('review', state) as Step);
}

/** Returns whether a step is the last step. On the last step, Next submits the application. */
export function isLastStep(step: Step, state: ApplicationState): boolean {
  return sameStep(stepsOf(state).at(-1) as Step, step);
}

/** Returns the step before this one, if any. Back goes there if the browser's history has no earlier entry of this page. */
export function previousStep(step: Step, state: ApplicationState): Step | undefined {
  const steps = answeringSteps(state);
  const before = steps.slice(0, Math.max(0, indexOfStep(steps, step)));
  return before.findLast((one) => !isPassed(one, state));
}

/** Returns the step's section if Next confirms it: at the section's last step, if every step of the section is done (D11). */
export function confirmsSection(step: Step, state: ApplicationState): SectionKey | undefined {
  const section = sectionOf(step.screen);
  if (!isConfirmable(section)) return undefined;
  const ofSection = stepsOfSection(section, state);
  const last = ofSection.at(-1);
  if (!last || !sameStep(last, step)) return undefined;
  return ofSection.every((one) => isSatisfied(one, state)) ? section : undefined;
}

/**
 * The order of the steps: which comes next, which came before, where a person resumes, and whether a step can be visited
 * yet. All of it follows from one list, the steps of the application (`stepsOf`).
 */

import type { ApplicationState, SectionKey } from '../fields/application-state.ts';
import { sectionKeys } from '../fields/application-state.ts';
import { fieldsOf } from '../fields/form.ts';
import { noOtherOwnersIsDue, ownersOf } from '../people/ownership.ts';
import { authorizedUsersOf, personnelLimits } from '../people/people.ts';
import {
  authorizedUser,
  authorizedUserAddress,
  authorizedUserInfo,
  authorizedUserList,
} from '../screens/authorized-user.ts';
import { owner, ownerAddress, ownerInfo, ownerList } from '../screens/owner.ts';
import type { Screen } from '../screens/screen.ts';
import { ruleContext } from '../validation/rule-context.ts';
import { isAnswered, validateFields } from '../validation/validate.ts';
import type { FlowSectionKey } from './flow.ts';
import { flow, screenOf, sectionOf } from './flow.ts';
import type { Step } from './steps.ts';
import { fieldsAt, groupAt, personAt, recordAt, sameStep, stepsOfScreen } from './steps.ts';

/** The people of a section that asks about several: how many are entered, and whether one more is to be added. */
interface People {
  readonly key: 'owner' | 'user';
  readonly entered: number;
  readonly announced: boolean;
}

/**
 * The steps of such a section: the question, each person's groups, the list. Someone who is to be added comes after the
 * list, where "add another" was answered, so that Back goes to that answer; once entered they come before the list.
 */
function stepsOfPeople(
  [question, ...details]: readonly [Screen, ...Screen[]],
  list: Screen,
  { key, entered, announced }: People,
): Step[] {
  const [whether, ...name] = stepsOfScreen(question) as [Step, ...Step[]];
  const ofEach = [...name, ...details.flatMap(stepsOfScreen)];
  const ofPerson = (number: number): Step[] => ofEach.map((step) => ({ ...step, [key]: number }));
  return [
    whether,
    ...Array.from({ length: entered }, (_, index) => ofPerson(index + 1)).flat(),
    ...stepsOfScreen(list),
    ...(announced ? ofPerson(entered + 1) : []),
  ];
}

/** The owners, and whether one more is to be added, for which 25 % must be unclaimed (D17). */
function ownersAt(state: ApplicationState): People {
  const entered = ownersOf(state).length;
  const { otherOwner, anotherOwner } = state.questions;
  const told = anotherOwner === true || (otherOwner === true && entered === 0);
  return { key: 'owner', entered, announced: told && noOtherOwnersIsDue(state) };
}

function authorizedUsersAt(state: ApplicationState): People {
  const entered = authorizedUsersOf(state).length;
  const { authorizedUser: one, anotherUser } = state.questions;
  const told = anotherUser === true || (one === true && entered === 0);
  return { key: 'user', entered, announced: told && entered < personnelLimits.authorized_user };
}

/** Every step that has an address in this application, in order, with the screens that Next and Back skip. */
export function answeringSteps(state: ApplicationState): readonly Step[] {
  const steps = flow.flatMap((section): readonly Step[] => {
    if (section.key === 'owner')
      return stepsOfPeople([owner, ownerInfo, ownerAddress], ownerList, ownersAt(state));
    if (section.key === 'authorizedUser')
      return stepsOfPeople(
        [authorizedUser, authorizedUserInfo, authorizedUserAddress],
        authorizedUserList,
        authorizedUsersAt(state),
      );
    return section.screens.flatMap(stepsOfScreen);
  });
  return steps.filter((step) => isAskedAt(step, state));
}

/** Every step that Next and Back go through in this application, in order. */
export function stepsOf(state: ApplicationState): readonly Step[] {
  return answeringSteps(state).filter((step) => isOnTheWay(step, state));
}

function isOnTheWay(step: Step, state: ApplicationState): boolean {
  return !screenOf(step.screen).passedBy?.(state);
}

/** True for a step with a field that is asked, and for a screen without fields whose `when` holds. */
function isAskedAt(step: Step, state: ApplicationState): boolean {
  if (groupAt(step)) return fieldsAt(step, state).length > 0;
  return screenOf(step.screen).when?.(state) ?? true;
}

/** True where an answer on this screen ends the application (D15, D16). */
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

/** The last step of a section; undefined where nothing of it is asked. */
export function lastStepOf(section: FlowSectionKey, state: ApplicationState): Step | undefined {
  return stepsOf(state).findLast((step) => sectionOf(step.screen) === section);
}

/**
 * How far a person may go: to the first step with something left to do, or to the last step of the first section that
 * is not confirmed yet. A person resumes there (D18), and no later step may be visited (spec section 2).
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
  return open ?? steps.at(-1) ?? { screen: 'start', part: 1 };
}

/** True once every section is confirmed; one that asks nothing counts as confirmed. */
function sectionsComplete(state: ApplicationState): boolean {
  return sectionKeys.every((key) => state.sections[key] || !lastStepOf(key, state));
}

const indexOf = (steps: readonly Step[], step: Step) =>
  steps.findIndex((candidate) => sameStep(candidate, step));

/** True for a step that answers and comes no later than the first open one (spec section 2). */
export function canVisit(step: Step, state: ApplicationState): boolean {
  const steps = answeringSteps(state);
  const index = indexOf(steps, step);
  return index >= 0 && index <= indexOf(steps, firstOpenStep(state));
}

/** The step that an address shows: its own if that may be visited, otherwise the first open one. */
export function leadsTo(step: Step, state: ApplicationState): Step {
  return canVisit(step, state) ? step : firstOpenStep(state);
}

/** True for a step with fields, none of which is answered yet. Steps that only ask where to go next do not count. */
function isUntouched(step: Step, state: ApplicationState): boolean {
  const group = groupAt(step);
  if (!group || group.record === 'questions') return false;
  const fields = fieldsOf(state.form, group.record);
  const record = recordAt(step, state);
  return !group.fields.some((key) => isAnswered(fields, key, record));
}

const isAboutOneOfSeveral = (step: Step) => step.owner !== undefined || step.user !== undefined;

const isAboutSamePerson = (one: Step, other: Step) => one.owner === other.owner && one.user === other.user;

/** True where the step's questions were all answered with no. */
function isDeclined(step: Step, { questions }: ApplicationState): boolean {
  const group = groupAt(step);
  return group?.record === 'questions' && group.fields.every((key) => questions[key] === false);
}

/** The list of people in a step's section; while it is empty, the question whether there is someone. */
export function listOf(step: Step, state: ApplicationState): Step {
  const section = sectionOf(step.screen);
  const list = stepsOf(state).findLast(
    (candidate) => sectionOf(candidate.screen) === section && !isAboutOneOfSeveral(candidate),
  );
  return list ?? step;
}

/**
 * The step that Next goes to: usually the following one.
 * - After the last step about one of several people, Next goes to their list, past the other people. So does a "no" to the
 *   question whether there is someone, if people are listed already.
 * - Once every section is confirmed, Next goes to a step that an answer has just opened, else to the first open step, else
 *   to the review: to its answers, if the person has seen them already.
 * - The same holds after a step that is not asked any more, as after a skip.
 */
export function nextStep(step: Step, state: ApplicationState): Step {
  const steps = stepsOf(state);
  const open = firstOpenStep(state);
  const index = indexOf(steps, step);
  const following = index < 0 ? undefined : (steps[index + 1] ?? open);
  if (following && isAboutOneOfSeveral(following) && personAt(following, state)) {
    if (isAboutSamePerson(following, step)) return following;
    if (isAboutOneOfSeveral(step) || isDeclined(step, state)) return listOf(step, state);
  }
  const complete = sectionsComplete(state);
  const inOrder = !complete || sectionOf(step.screen) === 'review';
  if (following && (inOrder || isUntouched(following, state))) return following;
  if (!complete || sectionOf(open.screen) !== 'review') return open;
  return state.reviewing ? { screen: 'review', part: 1 } : firstOfReview(steps);
}

/** The first step of the review. A person who comes back with every section confirmed continues there. */
function firstOfReview(steps: readonly Step[]): Step {
  return steps.find((step) => sectionOf(step.screen) === 'review') ?? { screen: 'review', part: 1 };
}

/** True at the last step of all, where Next submits the application. */
export function isLastStep(step: Step, state: ApplicationState): boolean {
  const last = stepsOf(state).at(-1);
  return last !== undefined && sameStep(last, step);
}

/** Where a section begins; undefined where nothing of it is asked. */
export function firstStepOf(section: FlowSectionKey, state: ApplicationState): Step | undefined {
  return stepsOf(state).find((step) => sectionOf(step.screen) === section);
}

/** The step that Back goes to if the browser has no history entry of this page. */
export function previousStep(step: Step, state: ApplicationState): Step | undefined {
  const steps = answeringSteps(state);
  const before = steps.slice(0, Math.max(0, indexOf(steps, step)));
  return before.findLast((one) => isOnTheWay(one, state));
}

/** The section that Next at this step confirms: the step is the section's last, and nothing in it is open (D11). */
export function confirmsSection(step: Step, state: ApplicationState): SectionKey | undefined {
  const section = sectionOf(step.screen);
  if (!isConfirmable(section)) return undefined;
  const ofSection = stepsOf(state).filter(({ screen }) => sectionOf(screen) === section);
  const last = ofSection.at(-1);
  if (!last || !sameStep(last, step)) return undefined;
  return ofSection.every((one) => isSatisfied(one, state)) ? section : undefined;
}

import type { ApplicationState } from '../../../form/fields/application-state.ts';
import { firstOpenStep, stepsOf } from '../../../form/flow/navigation.ts';
import { groupAt, recordAt, type Step, sameStep } from '../../../form/flow/steps.ts';

/** Returns the first open step, or the step before it if that step asks a question of the flow and both steps have no answers. */
export function stepToResumeAt(application: ApplicationState): Step {
  const open = firstOpenStep(application);
  const steps = stepsOf(application);
  const before = steps[steps.findIndex((step) => sameStep(step, open)) - 1];
  const isAsked = before && groupAt(before)?.record === 'questions' && isBlank(before, application);
  return isAsked && isBlank(open, application) ? before : open;
}

function isBlank(step: Step, application: ApplicationState): boolean {
  const record = recordAt(step, application);
  return groupAt(step)?.fields.every((key) => (record[key] ?? null) === null) === true;
}

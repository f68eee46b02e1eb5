import type { ApplicationState } from '../../../form/fields/application-state.ts';
import { firstOpenStep, stepsOf } from '../../../form/flow/navigation.ts';
import { groupAt, recordAt, type Step, sameStep } from '../../../form/flow/steps.ts';

/**
 * The step at which a person who comes back continues: the first open one. Where it has fields and none is answered yet, a
 * question just before it that only steers the way comes first, such as that for another billing address: no answer to it is stored.
 */
export function stepToGoOn(application: ApplicationState): Step {
  const open = firstOpenStep(application);
  const steps = stepsOf(application);
  const before = steps[steps.findIndex((step) => sameStep(step, open)) - 1];
  const isAsked = before && groupAt(before)?.record === 'questions' && isBlank(before, application);
  return isAsked && isBlank(open, application) ? before : open;
}

/** True for a step with fields of which none is answered. */
function isBlank(step: Step, application: ApplicationState): boolean {
  const record = recordAt(step, application);
  return groupAt(step)?.fields.every((key) => (record[key] ?? null) === null) === true;
}

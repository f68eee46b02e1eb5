/** The estimate of the whole application’s duration, shown before the applicant has answered anything. */
import type { ApplicationState } from '../fields/application-state.ts';
import { progressAt } from './progress.ts';

/** Minutes that the estimate is rounded up to, because each co-owner takes about two more. */
const roundedTo = 5;

/** Minutes for all steps: the estimate that is shown at each step, rounded up. */
export function minutesInAll(state: ApplicationState): number {
  return Math.ceil(progressAt({ screen: 'start', part: 1 }, state).minutesLeft / roundedTo) * roundedTo;
}

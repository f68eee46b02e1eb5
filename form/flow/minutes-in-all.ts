/** How long the whole way takes, told before anything is known of the applicant. */
import type { ApplicationState } from '../fields/application-state.ts';
import { progressAt } from './progress.ts';

/** Up to whole fives: each co-owner takes some two minutes more, and nobody is to be told too little. */
const roundedTo = 5;

/** Minutes for all steps, the same estimate as is shown beside each of them, rounded. */
export function minutesInAll(state: ApplicationState): number {
  return Math.ceil(progressAt({ screen: 'start', part: 1 }, state).minutesLeft / roundedTo) * roundedTo;
}

import type { ApplicationState } from '../fields/application-state.ts';
import { progressAt } from './progress.ts';

/** Minutes; each co-owner takes about two more. */
const roundedTo = 5;

/** The estimated minutes for the whole application, rounded up. */
export function minutesInAll(state: ApplicationState): number {
  return Math.ceil(progressAt({ screen: 'start', part: 1 }, state).minutesLeft / roundedTo) * roundedTo;
}

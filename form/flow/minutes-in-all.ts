/** Estimates the minutes for the whole application, and for reading texts. */
import type { ApplicationState } from '../fields/application-state.ts';
import { progressAt } from './progress.ts';

/** Returns the estimated minutes for the whole application without further people, rounded up to a multiple of five. */
export function minutesInAll(state: ApplicationState): number {
  return Math.ceil(progressAt({ screen: 'start', part: 1 }, state).minutesLeft / 5) * 5;
}

/** Returns the minutes for reading texts of so many words on a screen at a usual 240 words per minute, rounded up for each text. */
export function readingMinutes(words: readonly number[]): number {
  return words.reduce((sum, ofText) => sum + Math.ceil(ofText / 240), 0);
}

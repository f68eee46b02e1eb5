/** Estimates the minutes that the whole application takes, and the minutes for reading texts. */
import type { ApplicationState } from '../fields/application-state.ts';
import { progressAt } from './progress.ts';

/** Returns the estimated minutes for all steps, rounded up to a multiple of five. Counts only people who have been entered. */
export function minutesInAll(state: ApplicationState): number {
  return Math.ceil(progressAt({ screen: 'start', part: 1 }, state).minutesLeft / 5) * 5;
}

/** Returns the minutes for reading texts with these numbers of words, at 240 words per minute, rounded up for each text. */
export function readingMinutes(words: readonly number[]): number {
  return words.reduce((sum, ofText) => sum + Math.ceil(ofText / 240), 0);
}

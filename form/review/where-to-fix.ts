/**
 * Finds the URL of the page that can fix a refused answer. This code isn't in `where-asked.ts`, because it needs `review.ts`, and
 * `review.ts` loads later.
 */
import type { ApplicationState } from '../fields/application-state.ts';
import { type ScreenKey, screens } from '../flow/flow.ts';
import { urlOf } from '../flow/steps.ts';
import { reviewRoute } from '../screens/screens.ts';
import { reviewOf } from './review.ts';
import { fieldAsked, recordAsked, whereAsked } from './where-asked.ts';

/** Returns the URL at which to fix a refused answer: its review row's `changeUrl`, else its step's URL, else the review's. */
export function whereToFix(path: string, state: ApplicationState): string {
  const [part, key = ''] = path.split('.');
  const asked = recordAsked(path, state);
  const row = reviewOf(state)
    .flatMap(({ rows }) => rows)
    .find(
      ({ asks }) =>
        asked &&
        asks?.record === asked.record &&
        asks.keys.includes(fieldAsked(path)) &&
        asks.person?.id === asked.personId,
    );
  if (row) return row.changeUrl;
  const agreement = part === 'consents' && screens.find((screen) => screen.agreement === key);
  const step = agreement ? { screen: agreement.key as ScreenKey, part: 1 } : whereAsked(path, state);
  return step ? urlOf(step) : reviewRoute;
}

/**
 * The screens with a component of their own, which load later. Apart from what draws them: where a file of components
 * exports anything else, a change in development draws the whole page anew.
 */
import type { ScreenKey } from '../../form/flow/flow.ts';
import { ownScreensModule } from './custom-screens-module.ts';
import { later } from './lazy-part.ts';

/** What the screens' module holds. */
export type OwnScreens = typeof import('../screens/custom-screens.ts');
type OwnScreenKey = keyof OwnScreens['stepScreens'];

/** The screens with a component of their own. */
export const ownScreens = later([ownScreensModule], () => import('../screens/custom-screens.ts'));

const hasOwn: Readonly<Record<OwnScreenKey, true>> = {
  'section-review': true,
  'review-intro': true,
  review: true,
  'agreement-esign': true,
  'agreement-terms': true,
  'agreement-guarantor': true,
  'agreement-controlling-party': true,
  'business-additional-proof': true,
  'owner-list': true,
  'authorized-user-list': true,
  'entity-required': true,
};

/** True for a screen with a component of its own. */
export function hasOwnScreen(screen: ScreenKey): screen is OwnScreenKey {
  return screen in hasOwn;
}

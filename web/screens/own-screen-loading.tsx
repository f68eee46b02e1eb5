import type { ReactNode } from 'react';
import type { ScreenKey } from '../../form/flow/flow.ts';
import { SinglePage } from '../components/frame/single-page.tsx';
import { Loading } from '../components/loading.tsx';
import { Notice } from '../components/notice.tsx';
import { later, useLater } from '../later.ts';
import { useCopy } from '../use-copy.ts';
import { ownScreensModule } from './own-screens-module.ts';

type OwnScreens = typeof import('./own-screens.ts');
type OwnScreenKey = keyof OwnScreens['stepScreens'];

/** The screens with a component of their own. */
export const ownScreens = later([ownScreensModule], () => import('./own-screens.ts'));

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

/** Draws one of these screens once they are loaded. Until then it says that they load, or that they could not be. */
export function AfterLoading({
  draw,
  framed = false,
}: {
  readonly draw: (screens: OwnScreens) => ReactNode;
  /** A frame stands around it already. */
  readonly framed?: boolean;
}) {
  const { page: words } = useCopy();
  const { value, failed, retry } = useLater(ownScreens);
  if (value) return draw(value);
  const waiting = failed ? (
    <Notice tone="warning">
      <p role="alert">{words.noConnection}</p>
      <button type="button" className="text-button" onClick={retry}>
        {words.tryAgain}
      </button>
    </Notice>
  ) : (
    <Loading />
  );
  return framed ? waiting : <SinglePage>{waiting}</SinglePage>;
}

import { useState } from 'react';
import type { Place } from '../../form/places.ts';
import { nextPlace } from '../../form/walk.ts';
import { usePageState, useSession } from '../session/use-session.ts';
import { IntroScreen } from './intro-screen.tsx';
import { useFocusOnHeading, useTitle } from './screen-frame.tsx';
import { useGo } from './use-navigation.ts';

/** The intro with a session behind it; where there is none yet, the press starts one first. */
export function IntroPlace({ place }: { readonly place: Place }) {
  const session = useSession();
  const go = useGo();
  const state = usePageState();
  const [busy, setBusy] = useState(false);
  useTitle(undefined);
  useFocusOnHeading(place.screen);

  async function begin(): Promise<void> {
    if (busy) return;
    setBusy(true);
    const ready =
      state.session !== null || (await session.start('/start', '', () => void begin())) === 'started';
    setBusy(false);
    if (ready) go(nextPlace(place, session.situation()));
  }

  return <IntroScreen boot={session.boot} onStart={() => void begin()} />;
}

import { Fragment, useEffect, useRef } from 'react';
import { useLocation } from 'wouter';
import { groupCopyAt, pageTitleAt } from '../../copy/screen-words.ts';
import { stopsAt, visitableStep } from '../../form/flow/navigation.ts';
import { type Step, stepUnderYes, urlOf } from '../../form/flow/steps.ts';
import { entryNumber, isFirstEntry } from '../browser/history-entries.ts';
import { useCopy } from '../copy/use-copy.ts';
import type { Component } from '../jsx/types.ts';
import { LazyScreen } from '../lazy/lazy-screen.tsx';
import { usePageState, usePageStore } from '../state/use-page.ts';
import { FormScreen } from './form-screen.tsx';
import { customScreens, isCustomStep } from './parts.ts';
import { ScreenFrame } from './screen-frame.tsx';
import { ShareInformationScreen } from './share-information-screen.tsx';
import { useFocusOnHeading, useTitle } from './use-new-screen.ts';

/** Renders the screen of a step in its frame if the step may be visited. Otherwise, `useVisitableStep` opens another step. */
export function StepScreen({ step }: { readonly step: Step }) {
  const copy = useCopy();
  const { application } = usePageState();
  if (!useVisitableStep(step)) return null;
  const { screen } = step;
  const stops = stopsAt(step, application);
  const arrived = (Screen: Component<{ readonly step: Step }>) => (
    <Fragment key={`${urlOf(step)} ${stops}`}>
      <Arrival step={step} />
      <Screen step={step} />
    </Fragment>
  );
  return (
    <ScreenFrame step={step} group={groupCopyAt(copy, step)?.label}>
      {stops || isCustomStep(screen) || stepUnderYes(step) ? (
        <LazyScreen
          part={customScreens}
          framed
          draw={({ stepScreens, StopScreen, NamingQuestionScreen }) =>
            arrived(isCustomStep(screen) ? stepScreens[screen] : stops ? StopScreen : NamingQuestionScreen)
          }
        />
      ) : (
        arrived(screen === 'share-information' ? ShareInformationScreen : FormScreen)
      )}
    </ScreenFrame>
  );
}

/** Sets the document title and focuses the heading. Rendered before the screen, so that the screen can then move the focus. */
function Arrival({ step }: { readonly step: Step }) {
  const copy = useCopy();
  useTitle(pageTitleAt(copy, step));
  useFocusOnHeading(urlOf(step));
  return null;
}

/**
 * Returns true if a step may be shown (spec section 2). Otherwise, redirects to a step that may be shown. Back skips history
 * entries whose step no longer exists, such as the step of a removed owner.
 */
function useVisitableStep(step: Step): boolean {
  const { application } = usePageStore();
  const [, navigate] = useLocation();
  const shown = useRef<{ readonly at: number; readonly url: string } | null>(null);
  const url = urlOf(step);
  const shownUrl = urlOf(visitableStep(step, application()));
  useEffect(() => {
    const at = entryNumber();
    const cameBack = shown.current !== null && at < shown.current.at;
    if (cameBack && !isFirstEntry() && (url !== shownUrl || url === shown.current?.url)) history.back();
    else if (url !== shownUrl) navigate(shownUrl, { replace: true });
    else shown.current = { at, url };
  }, [url, shownUrl, navigate]);
  return url === shownUrl;
}

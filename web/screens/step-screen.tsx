import { Fragment } from 'react';
import { groupCopyAt } from '../../copy/screen-words.ts';
import { stopsAt } from '../../form/flow/navigation.ts';
import type { Step } from '../../form/flow/steps.ts';
import { urlOf } from '../../form/flow/steps.ts';
import { useCopy } from '../copy/use-copy.ts';
import type { Component } from '../jsx/types.ts';
import { LazyScreen } from '../lazy/lazy-screen.tsx';
import { customScreens, isCustomStep } from '../lazy/parts.ts';
import { usePageState } from '../state/use-page.ts';
import { FormScreen } from './form-screen.tsx';
import { ScreenFrame } from './screen-frame.tsx';
import { ShareInformationScreen } from './share-information-screen.tsx';
import { useFocusOnHeading, useTitle } from './use-new-screen.ts';
import { useVisitableStep } from './use-visitable-step.ts';

/** The screen of a step in its frame, if it may be visited; otherwise the first open step. */
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
      {stops || isCustomStep(screen) ? (
        <LazyScreen
          part={customScreens}
          framed
          draw={({ stepScreens, stopScreen }) =>
            arrived(isCustomStep(screen) ? stepScreens[screen] : stopScreen)
          }
        />
      ) : (
        arrived(screen === 'share-information' ? ShareInformationScreen : FormScreen)
      )}
    </ScreenFrame>
  );
}

/** What happens when a step appears. It stands before the screen, which may want the focus elsewhere. */
function Arrival({ step }: { readonly step: Step }) {
  const copy = useCopy();
  useTitle(copy.screens[step.screen].title);
  useFocusOnHeading(urlOf(step));
  return null;
}

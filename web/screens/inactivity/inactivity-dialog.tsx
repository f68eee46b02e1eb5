import { type SyntheticEvent, useId } from 'react';
import { Button } from '../../components/buttons/button.tsx';
import { Dialog } from '../../components/dialogs/dialog.tsx';
import { useCopy } from '../../copy/use-copy.ts';
import { useLazyPart } from '../../lazy/lazy-part.ts';
import { usePageState } from '../../state/use-page.ts';
import { customScreens } from '../parts.ts';
import { FinishLaterOffer } from '../resume/finish-later-offer.tsx';
import { secondsSpoken } from './idle-clock.ts';

function isOn({ target }: SyntheticEvent, attribute: 'data-ends' | 'data-opens'): boolean {
  return target instanceof Element && target.closest(`[${attribute}]`) !== null;
}

/** Warns that the session will end. Any key or press continues the session, except Tab, Shift and the button to end it (D24). */
export function InactivityDialog({
  secondsLeft,
  totalSeconds,
  onStay,
  onEnd,
}: {
  readonly secondsLeft: number;
  /** Start value of the countdown, in seconds. */
  readonly totalSeconds: number;
  readonly onStay: () => void;
  readonly onEnd: () => void;
}) {
  const { page: words } = useCopy();
  const { session, application } = usePageState();
  const { onDevice, byEmail } = session?.resume ?? {};
  const isKept = application.applicationData.taxIdLast4;
  const left = isKept && onDevice ? 'device' : isKept && byEmail ? 'email' : 'nothing';
  const textId = useId();
  const CountdownRing = useLazyPart(customScreens).value?.CountdownRing;
  const spoken = secondsSpoken(secondsLeft, totalSeconds);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: not a control; it only listens to events inside it.
    <div
      onClick={(event) => isOn(event, 'data-ends') || onStay()}
      onKeyDown={(event) => {
        if (['Tab', 'Shift', 'Escape'].includes(event.key) || isOn(event, 'data-ends')) return;
        // A press on the button that opens another dialog also continues the session, but must reach the button.
        if ([' ', 'Enter'].includes(event.key) && isOn(event, 'data-opens')) return;
        // The dialog closes immediately, and the key must not reach the element that gets the focus next.
        event.preventDefault();
        onStay();
      }}
    >
      <Dialog
        alert
        variant="full"
        className="inactivity"
        title={words.stillThere}
        describedBy={textId}
        onClose={onStay}
      >
        <p id={textId}>{words.willEnd(secondsLeft, left)}</p>
        {CountdownRing && <CountdownRing secondsLeft={secondsLeft} totalSeconds={totalSeconds} />}
        <div className="visually-hidden" aria-live="assertive">
          {spoken < totalSeconds && words.secondsLeft(spoken)}
        </div>
        <div className="dialog-actions">
          {/* Needs no handler: any press in the dialog continues the session. */}
          <Button kind="primary" data-initial-focus="" label={words.stay} />
          <FinishLaterOffer kind="secondary" />
          <Button data-ends="" onPress={onEnd} label={words.endApplication} />
        </div>
      </Dialog>
    </div>
  );
}

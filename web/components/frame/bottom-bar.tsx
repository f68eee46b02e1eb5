import { useEffect, useState } from 'react';
import { useCopy } from '../../copy/use-copy.ts';

/** Milliseconds until a spinner appears, and until a text explains the wait (design brief, section 1.12). */
const spinnerAfter = 500;
const explainAfter = 10_000;

/** How long saving has taken: not noticeably, noticeably, or so long that it needs an explanation. */
function useWaiting(busy: boolean): 'no' | 'short' | 'noticed' | 'long' {
  const [waiting, setWaiting] = useState<'short' | 'noticed' | 'long'>('short');
  useEffect(() => {
    if (!busy) return;
    const timers = [
      setTimeout(() => setWaiting('noticed'), spinnerAfter),
      setTimeout(() => setWaiting('long'), explainAfter),
    ];
    return () => {
      for (const timer of timers) clearTimeout(timer);
      setWaiting('short');
    };
  }, [busy]);
  return busy ? waiting : 'no';
}

/**
 * Next, and Skip where the screen allows it. Next submits the surrounding form. During saving a press does nothing, but
 * the button stays in place for assistive technology.
 */
export function BottomBar({
  next,
  skip,
  onSkip,
  saving = false,
  waitsFor,
}: {
  readonly next?: string | undefined;
  readonly skip?: string | undefined;
  readonly onSkip?: (() => void) | undefined;
  readonly saving?: boolean;
  /** What saving waits for, if the person must know. */
  readonly waitsFor?: string | undefined;
}) {
  const { page: words } = useCopy();
  const waiting = useWaiting(saving);
  return (
    <div className="bottom-bar">
      <div className="bottom-bar-status" role="status">
        {saving && (
          <span className={waitsFor || waiting === 'long' ? undefined : 'visually-hidden'}>
            {waitsFor ?? (waiting === 'long' ? words.stillWorking : words.saving)}
          </span>
        )}
      </div>
      <div className="bottom-bar-buttons">
        {skip && (
          <button
            type="button"
            className="button button--quiet"
            aria-disabled={saving || undefined}
            onClick={(event) => saving || event.detail > 1 || onSkip?.()}
          >
            {skip}
          </button>
        )}
        <button
          type="submit"
          className="button"
          aria-disabled={saving || undefined}
          // The second press of a double press would hit the next screen's button.
          onClick={(event) => (saving || event.detail > 1) && event.preventDefault()}
        >
          {(waiting === 'noticed' || waiting === 'long') && <span className="spinner" aria-hidden="true" />}
          <span>{saving ? words.saving : (next ?? words.next)}</span>
        </button>
      </div>
    </div>
  );
}

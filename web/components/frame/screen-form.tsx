import type { KeyboardEventHandler } from 'react';
import { useCopy } from '../../copy/use-copy.ts';
import type { Elements } from '../../jsx/types.ts';
import { BusyLabel } from '../buttons/busy-label.tsx';
import { NotSaved } from '../not-saved.tsx';
import { Spoken } from '../spoken.tsx';
import { useElapsed } from '../use-elapsed.ts';
import { PageHeading } from './page-heading.tsx';

/** Milliseconds of saving until a spinner appears (design brief, section 1.12). */
const spinnerAfter = 500;
/** Milliseconds of saving until a text explains the wait (design brief, section 1.12). */
const explainAfter = 10_000;

/** A screen's heading and form, with the buttons Next and Skip. While the form is being saved, both buttons do nothing. */
export function ScreenForm({
  title,
  status,
  onNext,
  onKeyDown,
  next,
  skip,
  onSkip,
  saving = false,
  waitsFor,
  consequence,
  after,
  children,
}: {
  /** The heading; undefined if a label in the form is the heading. */
  readonly title?: string | undefined;
  readonly status?: string;
  readonly onNext: () => void;
  readonly onKeyDown?: KeyboardEventHandler<HTMLFormElement>;
  readonly next?: string | undefined;
  readonly skip?: string | undefined;
  readonly onSkip?: () => void;
  readonly saving?: boolean;
  /** Text shown instead of “Saving…”, for example while an upload must finish first. */
  readonly waitsFor?: string | undefined;
  /** A warning that Next does something that can't be undone. Shown above Next, as the button's accessible description. */
  readonly consequence?: string | undefined;
  /** Content after Next in the tab order. If the bottom bar stays in view, the content is shown above the bar. */
  readonly after?: Elements;
  readonly children: Elements;
}) {
  const { page: words } = useCopy();
  const isNoticed = useElapsed(spinnerAfter, saving);
  const isLong = useElapsed(explainAfter, saving);
  return (
    <>
      {title !== undefined && <PageHeading>{title}</PageHeading>}
      {status !== undefined && <Spoken>{status}</Spoken>}
      <form
        noValidate
        onKeyDown={onKeyDown}
        onSubmit={(event) => {
          event.preventDefault();
          if (!saving) onNext();
        }}
      >
        {children}
        <div className="bottom-bar">
          <NotSaved />
          <div className={waitsFor || isLong ? 'bottom-bar-status' : 'visually-hidden'} role="status">
            {saving && <span>{waitsFor ?? (isLong ? words.stillWorking : words.saving)}</span>}
          </div>
          {consequence && (
            <p className="bottom-bar-status" id="consequence">
              {consequence}
            </p>
          )}
          <div className="bottom-bar-buttons">
            {skip && (
              <button
                type="button"
                id="skip"
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
              aria-describedby={consequence && 'consequence'}
              // Ignore the second press of a double press. Otherwise, it would press a button of the next screen.
              onClick={(event) => (saving || event.detail > 1) && event.preventDefault()}
            >
              <BusyLabel label={next ?? words.next} busy={saving && words.saving} spins={isNoticed} />
            </button>
          </div>
        </div>
        {after}
      </form>
    </>
  );
}

import { BusyLabel } from '../../components/buttons/busy-label.tsx';
import { byEmailCopy } from '../../copy/resume-copy.ts';

/** Submits the surrounding form. While `busy`, a press does nothing, but the button is not `disabled` and keeps the focus. */
export function SubmitButton({ label, busy }: { readonly label: string; readonly busy: boolean }) {
  return (
    <button
      type="submit"
      className="button"
      aria-disabled={busy || undefined}
      // Ignore the second press of a double press. Otherwise, it would press a button of the next step.
      onClick={(event) => (busy || event.detail > 1) && event.preventDefault()}
    >
      <BusyLabel label={label} busy={busy && byEmailCopy.code.busy} spins={busy} />
    </button>
  );
}

/** A button's label. `busy` replaces it, but the button keeps its width, so that the buttons next to it do not move. */
export function BusyLabel({
  label,
  busy,
  spins,
}: {
  readonly label: string;
  /** The text shown while the button is busy; false at other times. */
  readonly busy: string | false;
  readonly spins: boolean;
}) {
  return (
    <span className="busy-label">
      <span>
        {spins && <span className="spinner" aria-hidden="true" />}
        <span>{busy || label}</span>
      </span>
      {busy && <span aria-hidden="true">{label}</span>}
    </span>
  );
}

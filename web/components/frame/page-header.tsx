import { useFirstCopy } from '../../use-copy.ts';
import { Icon } from '../icon.tsx';

/** The brand bar: the program's name as text, and Help in the same place on every screen (WCAG 3.2.6). */
export function PageHeader({
  programName,
  onHelp,
}: {
  readonly programName: string;
  /** Undefined before the page can show help; the button is shown all the same. */
  readonly onHelp?: (() => void) | undefined;
}) {
  const first = useFirstCopy();
  return (
    <header className="page-header">
      <div className="page-header-inner">
        <p className="program-name">
          {programName} <span>{first.productName}</span>
        </p>
        <button
          type="button"
          className="header-help"
          onClick={(event) => {
            event.currentTarget.focus();
            onHelp?.();
          }}
        >
          <Icon name="help" />
          {first.help}
        </button>
      </div>
    </header>
  );
}

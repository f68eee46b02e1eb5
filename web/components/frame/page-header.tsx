import type { Boot } from '../../../api/boot.ts';
import { useFirstCopy } from '../../copy/use-copy.ts';
import { MiniCard } from '../card/card.tsx';
import { Icon } from '../icon.tsx';

/** The program's card, name and bank, and Help in the same place on every screen (WCAG 3.2.6). */
export function PageHeader({
  program,
  onHelp,
}: {
  readonly program: Boot['program'];
  /** Undefined before the page can show help; the button is shown all the same. */
  readonly onHelp?: (() => void) | undefined;
}) {
  const first = useFirstCopy();
  return (
    <header className="page-header">
      <MiniCard />
      <p className="program-name">
        <b translate="no">{program.name}</b>
        <span>{first.businessCard(program.providerName)}</span>
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
        <span>{first.help}</span>
      </button>
    </header>
  );
}

import { useId } from 'react';
import type { Elements } from '../jsx/types.ts';
import { ExtraIcon } from './extra-icon.tsx';
import { Icon } from './icon.tsx';

/** The answers of one section or person: groups of rows under a title that opens and closes them, with a line that says who or what. */
export function SummaryCard({
  icon,
  title,
  digest,
  given,
  open,
  onToggle,
  children,
}: {
  /** Of what the answers are about. */
  readonly icon: Elements;
  readonly title: string;
  /** One line that stands for the rows while they are folded away. */
  readonly digest: string;
  /** Whether there is anything in it; a check says so. */
  readonly given: boolean;
  readonly open: boolean;
  readonly onToggle: () => void;
  readonly children: Elements;
}) {
  const id = useId();
  return (
    <section className="summary-card">
      <h2>
        <button type="button" aria-expanded={open} aria-controls={id} onClick={onToggle}>
          <span className="section-icon">{icon}</span>
          <span className="summary-title">
            <span>{`${title} `}</span>
            {given && <Icon name="check" />}
            <span className="summary-digest">{digest}</span>
          </span>
          <ExtraIcon name="down" />
        </button>
      </h2>
      <div id={id} hidden={!open}>
        {children}
      </div>
    </section>
  );
}

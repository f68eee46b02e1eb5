import type { ReactNode } from 'react';
import { useId } from 'react';
import { Icon } from './icon.tsx';

/** The answers of one section or person: groups of rows under a title that opens and closes them, with a line that says who or what. */
export function SummaryCard({
  title,
  digest,
  given,
  open,
  onToggle,
  children,
}: {
  readonly title: string;
  /** One line that stands for the rows while they are folded away. */
  readonly digest: string;
  /** Whether there is anything in it; a check says so. */
  readonly given: boolean;
  readonly open: boolean;
  readonly onToggle: () => void;
  readonly children: ReactNode;
}) {
  const id = useId();
  return (
    <section className="summary-card">
      <h2>
        <button type="button" aria-expanded={open} aria-controls={id} onClick={onToggle}>
          <span className="summary-mark" data-given={given || undefined}>
            <Icon name={given ? 'check' : 'file'} />
          </span>
          <span className="summary-title">
            {title} <span className="summary-digest">{digest}</span>
          </span>
          <Icon name="down" />
        </button>
      </h2>
      <div id={id} hidden={!open}>
        {children}
      </div>
    </section>
  );
}

import type { Elements } from '../../jsx/types.ts';
import { PageHeading } from '../frame/page-heading.tsx';

/** A page that begins with the program's art on the program's background color, and a card over the art. */
export function Cover({
  className = 'cover',
  card,
  title,
  children,
}: {
  readonly className?: string;
  readonly card: Elements;
  readonly title: string;
  readonly children: Elements;
}) {
  return (
    <main className={className}>
      <div className="field-ground">
        <svg className="field-art" aria-hidden="true">
          <use href="#motif" />
        </svg>
        <svg className="field-edge" aria-hidden="true">
          <use href="#edge" />
        </svg>
        {card}
      </div>
      <div className="cover-text">
        <PageHeading>{title}</PageHeading>
        {children}
      </div>
    </main>
  );
}

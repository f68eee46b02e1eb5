import type { ReactNode } from 'react';
import { useId } from 'react';

/** The answers of one section or person: rows under a title. */
export function SummaryCard({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  const id = useId();
  return (
    <section className="summary-card" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <dl>{children}</dl>
    </section>
  );
}

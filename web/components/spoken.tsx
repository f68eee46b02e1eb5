import type { Content } from '../jsx/types.ts';

/** A text that only screen readers read, whenever it changes. */
export function Spoken({ children }: { readonly children: Content }) {
  return (
    <span className="visually-hidden" role="status">
      {children}
    </span>
  );
}

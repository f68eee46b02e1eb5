import type { Content } from '../jsx/types.ts';

/** An invisible text that screen readers announce whenever it changes. */
export function Spoken({ children }: { readonly children: Content }) {
  return (
    <span className="visually-hidden" role="status">
      {children}
    </span>
  );
}

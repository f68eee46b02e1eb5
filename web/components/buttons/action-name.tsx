import type { Content } from '../../jsx/types.ts';

/** The name of a button: its action, and what it acts on, which only screen readers read. */
export function ActionName({ action, of }: { readonly action: string; readonly of: Content }) {
  return (
    <>
      <span>{`${action} `}</span>
      <span className="visually-hidden">{of}</span>
    </>
  );
}

import type { Content } from '../../jsx/types.ts';

/** The name of a button: its action and, for screen readers only, the person or thing that it acts on. */
export function ActionName({ action, of }: { readonly action: string; readonly of: Content }) {
  return (
    <>
      <span>{`${action} `}</span>
      <span className="visually-hidden">{of}</span>
    </>
  );
}

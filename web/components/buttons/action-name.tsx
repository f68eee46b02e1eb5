import type { Content } from '../../jsx/types.ts';

/**
 * The name of a button or link: its action, and the person or thing that it acts on. Only screen readers read the second part.
 */
export function ActionName({ action, of }: { readonly action: string; readonly of: Content }) {
  return (
    <>
      <span>{`${action} `}</span>
      <span className="visually-hidden">{of}</span>
    </>
  );
}

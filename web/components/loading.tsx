import { useFirstCopy } from '../copy/use-copy.ts';

/** Shows that something is loading, as a spinner and as text. */
export function Loading() {
  const first = useFirstCopy();
  return (
    <p className="loading" role="status">
      <span className="spinner" aria-hidden="true" />
      <span>{first.loading}</span>
    </p>
  );
}

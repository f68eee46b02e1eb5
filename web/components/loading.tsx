import { useFirstCopy } from '../use-copy.ts';

/** Says that something is on its way. */
export function Loading() {
  const first = useFirstCopy();
  return (
    <p className="loading" role="status">
      <span className="spinner" aria-hidden="true" />
      {first.loading}
    </p>
  );
}

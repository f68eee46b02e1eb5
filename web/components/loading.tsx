import { useFirstCopy } from '../copy/use-copy.ts';

export function Loading() {
  const first = useFirstCopy();
  return (
    <p className="loading" role="status">
      <span className="spinner" aria-hidden="true" />
      <span>{first.loading}</span>
    </p>
  );
}

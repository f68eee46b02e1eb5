import { words } from '../words.ts';

/** Says that something is on its way. */
export function Loading({ text = words.loading }: { readonly text?: string }) {
  return (
    <p className="loading" role="status">
      <span className="spinner" aria-hidden="true" />
      {text}
    </p>
  );
}

import { useEffect, useRef } from 'react';
import { useCopy } from '../use-copy.ts';
import { Icon } from './icon.tsx';

/** What must be changed, in the order of the fields and in the words of their errors. */
export interface SummaryError {
  /** The id of the input it leads to. */
  readonly id: string;
  readonly text: string;
}

/**
 * All problems of a screen above its heading, where Next has found two or more. Every attempt brings it the focus;
 * what is found wrong on leaving a field, while someone is still answering, does not.
 */
export function ErrorSummary({
  errors,
  attempt,
  onFollow,
}: {
  readonly errors: readonly SummaryError[];
  /** Counts how often Next has found several problems; with 0 there is no summary. */
  readonly attempt: number;
  /** Leads to the input of an id. */
  readonly onFollow: (id: string) => void;
}) {
  const { page: words } = useCopy();
  const summary = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each attempt.
  useEffect(() => {
    summary.current?.scrollIntoView({ block: 'start' });
    summary.current?.focus();
  }, [attempt]);
  if (attempt === 0 || errors.length < 2) return null;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset groups controls; this groups links.
    <div ref={summary} className="error-summary" role="group" aria-labelledby="error-summary" tabIndex={-1}>
      <h2 id="error-summary">
        <Icon name="alert" />
        {words.fieldErrors(errors.length)}
      </h2>
      <ul>
        {errors.map(({ id, text }) => (
          <li key={id}>
            <a
              href={`#${id}`}
              onClick={(event) => {
                event.preventDefault();
                onFollow(id);
              }}
            >
              {text}
            </a>
          </li>
        ))}
      </ul>
    </div>
  );
}

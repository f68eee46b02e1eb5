import { useEffect, useRef } from 'react';
import { words } from '../words.ts';
import { Icon } from './icon.tsx';

/** What must be mended, in the order of the fields and in the words that stand there. */
export interface SummaryError {
  /** The id of the input it leads to. */
  readonly id: string;
  readonly text: string;
}

/**
 * All problems of a screen above its heading, where there are two or more. It takes the focus when it appears and
 * again with every further attempt.
 */
export function ErrorSummary({
  errors,
  attempt,
  onFollow,
}: {
  readonly errors: readonly SummaryError[];
  /** Counts how often Next was pressed in vain. */
  readonly attempt: number;
  /** Leads to the input of an id. */
  readonly onFollow: (id: string) => void;
}) {
  const summary = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each further attempt brings the focus back.
  useEffect(() => {
    summary.current?.scrollIntoView({ block: 'start' });
    summary.current?.focus();
  }, [attempt]);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset groups controls; this groups links.
    <div ref={summary} className="error-summary" role="group" aria-labelledby="error-summary" tabIndex={-1}>
      <h2 id="error-summary">
        <Icon name="alert" />
        {words.problems(errors.length)}
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

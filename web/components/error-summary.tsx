import { useEffect, useRef } from 'react';
import { useCopy } from '../copy/use-copy.ts';
import { Icon } from './icon.tsx';

/** One answer to correct. What is wrong with it stands at its field. */
export interface SummaryError {
  /** The id of the input that the link leads to. */
  readonly id: string;
  readonly label: string;
}

/**
 * Links to all answers of a screen that need a fix, above its heading, after Next found two or more. Each attempt
 * focuses the summary; errors found when the focus leaves a field do not.
 */
export function ErrorSummary({
  errors,
  attempt,
  onFollow,
}: {
  readonly errors: readonly SummaryError[];
  /** Counts how often Next found several errors; no summary at 0. */
  readonly attempt: number;
  /** Focuses the input with this id. */
  readonly onFollow: (id: string) => void;
}) {
  const { page: words } = useCopy();
  const summary = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once per attempt.
  useEffect(() => {
    summary.current?.scrollIntoView({ block: 'nearest' });
    summary.current?.focus();
  }, [attempt]);
  if (attempt === 0 || errors.length < 2) return null;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset groups controls; this groups links.
    <div ref={summary} className="error-summary" role="group" aria-labelledby="error-summary" tabIndex={-1}>
      <Icon name="alert" />
      <div>
        <h2 id="error-summary">{words.fieldErrors(errors.length)}</h2>
        <ul>
          {errors.map(({ id, label }) => (
            <li key={id}>
              <a
                href={`#${id}`}
                onClick={(event) => {
                  event.preventDefault();
                  onFollow(id);
                }}
              >
                {label}
              </a>
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}

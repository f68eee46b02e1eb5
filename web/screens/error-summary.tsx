import { useEffect, useRef } from 'react';
import { Icon } from '../components/icon.tsx';
import { useCopy } from '../copy/use-copy.ts';
import { focusInput } from '../inputs/focus-input.ts';
import type { FormFields } from './use-fields.ts';

/** Shows a list of links to all invalid answers, if Next found two or more. Every such press on Next focuses the list. */
export function ErrorSummary({ errors, attempt }: Pick<FormFields, 'errors' | 'attempt'>) {
  const { page: words } = useCopy();
  const summary = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `attempt` makes the effect run once per attempt.
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
                  focusInput(id);
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

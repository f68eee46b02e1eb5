import { useEffect } from 'react';
import { markTitle } from '../browser/page-title.ts';
import { useCopy } from '../copy/use-copy.ts';

/**
 * The error of an answer: first how to correct the answer, then the rule's message, letter for letter from the specification
 * (D8). While it is shown, the page's title begins with “Error: ” (D25).
 */
export function FieldError({
  id,
  fix,
  message,
}: {
  readonly id?: string | undefined;
  readonly fix: string;
  readonly message?: string;
}) {
  const { page: words } = useCopy();
  useEffect(() => markTitle(words.errorPrefix), [words]);
  return (
    <p className="field-error" id={id}>
      <span className="visually-hidden">{words.errorPrefix}</span>
      <b>{fix}</b>
      <span>{message && ` ${message}`}</span>
    </p>
  );
}

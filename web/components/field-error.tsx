import { useEffect } from 'react';
import { markTitle } from '../browser/page-title.ts';
import { useCopy } from '../copy/use-copy.ts';
import { pauseAfter } from './pause-after.ts';

/** The error of an answer: how to correct it, then the rule's message (D8). Marks the page's title with “Error: ” (D25). */
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
      <b>{message ? `${fix} ` : fix}</b>
      <span data-pause={pauseAfter(message)}>{message}</span>
    </p>
  );
}

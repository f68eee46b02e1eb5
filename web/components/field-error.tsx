import { useCopy } from '../copy/use-copy.ts';

/**
 * Shows the error of an answer: first a sentence that says how to correct it, then the rule's message, exactly as in the
 * specification (D8).
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
  return (
    <p className="field-error" id={id}>
      <span className="visually-hidden">{words.errorPrefix}</span>
      <b>{fix}</b>
      <span>{message && ` ${message}`}</span>
    </p>
  );
}

import type { FieldOf } from '../../../form/fields/field.ts';
import { byEmailCopy } from '../../copy/resume-copy.ts';
import type { InputError } from '../../inputs/input-props.ts';
import { LineInput } from '../../inputs/line-input.tsx';

const field: FieldOf<'text'> = { type: 'text', rules: [{ kind: 'required' }] };

/** The input of a code that was sent by email: one line, into which a phone can fill it from the mail. */
export function CodeInput({
  id,
  value,
  onChange,
  error,
}: {
  readonly id: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly error: InputError | undefined;
}) {
  const { label, hint } = byEmailCopy.code;
  return (
    <LineInput
      id={id}
      field={field}
      label={label}
      hint={hint}
      value={value}
      onChange={onChange}
      error={error}
      autoComplete="one-time-code"
      inputMode="numeric"
      width="medium"
      enterKeyHint="go"
      literal
    />
  );
}

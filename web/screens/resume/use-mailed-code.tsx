import { useEffect, useState } from 'react';
import type { FieldOf } from '../../../form/fields/field.ts';
import { digitsIn, mailCode } from '../../../form/limits/resume-limits.ts';
import { byEmailCopy } from '../../copy/resume-copy.ts';
import { focusInput } from '../../inputs/focus-input.ts';
import { LineInput } from '../../inputs/line-input.tsx';
import type { InputError } from '../../jsx/input-props.ts';

const id = 'mail-code';
const field: FieldOf<'text'> = { type: 'text', rules: [{ kind: 'required' }] };
const { label, hint, required } = byEmailCopy.code;

/** Returns the input for an emailed code. It gets the focus when `isShown` becomes true and whenever a new code has been sent. */
export function useMailedCode(isShown: boolean, sentBefore = 0) {
  const [code, setCode] = useState('');
  const [error, setError] = useState<InputError>();
  const [sent, setSent] = useState(sentBefore);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `sent` makes the effect run once per code.
  useEffect(() => {
    if (isShown) focusInput(id);
  }, [isShown, sent]);

  function change(text: string): void {
    setCode(text);
    setError(undefined);
  }

  function refuse(fix: string): void {
    setError({ fix, message: '' });
    // Focus the input in the next frame: by then the error is rendered and describes the input, so screen readers read it.
    requestAnimationFrame(() => focusInput(id));
  }

  return {
    sent,
    /**
     * Call it after a new code was sent. If the person has changed the input's text since the page requested the code, keeps the
     * text, because it may be the new code. Otherwise, clears the input.
     */
    expectNew: () => {
      setCode((current) => (current === code ? '' : current));
      setError(undefined);
      setSent((count) => count + 1);
    },
    /** Returns the typed code; if it is incomplete, shows an error and returns undefined. */
    read: () => {
      const digits = digitsIn(code, mailCode.digits);
      if (digits === undefined) refuse(required);
      return digits;
    },
    refuse,
    input: (
      // With the key, React does not reuse the element of another input, which may have the focus.
      <LineInput
        key={id}
        id={id}
        field={field}
        label={label}
        hint={hint}
        value={code}
        onChange={change}
        error={error}
        autoComplete="one-time-code"
        inputMode="numeric"
        width="medium"
        enterKeyHint="go"
        literal
      />
    ),
  };
}

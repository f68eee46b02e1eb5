import type { HTMLAttributes, InputHTMLAttributes, ReactNode } from 'react';
import { isRequired } from '../../form/rules/validate.ts';
import { isCheckedOnLeaving } from './checked-on-leaving.ts';
import { FieldFrame } from './field-frame.tsx';
import type { InputProps } from './input-props.ts';
import { tidyTyped } from './tidy-typed.ts';

export interface LineInputProps extends InputProps {
  readonly type?: 'text' | 'email' | 'tel' | 'password';
  readonly inputMode?: HTMLAttributes<HTMLInputElement>['inputMode'];
  /** How much room the answer needs; the control is no wider than that. */
  readonly width?: 'short' | 'medium' | 'long';
  /** For addresses and numbers, where the browser must neither correct nor capitalise. */
  readonly literal?: boolean;
  /** Signs beside the control that the label says in words, like `$`. */
  readonly prefix?: string;
  readonly suffix?: string;
  /** Hides the characters on the screen, not from assistive technology. */
  readonly concealed?: boolean;
  /** What makes the control a combobox, whose list stands beside it. */
  readonly combobox?: InputHTMLAttributes<HTMLInputElement>;
  /** Stands beside the control, inside its frame. */
  readonly beside?: ReactNode;
  /** Stands under the control; its id is added to what describes it. */
  readonly below?: { readonly id: string; readonly content: ReactNode };
}

/**
 * One line of typing. What is typed stays as it is until the person leaves; then it is written in its usual form.
 * There is no `maxlength`, which would cut off what is pasted, and no `name`, so that a submit by the browser itself
 * could never carry an answer into the address bar.
 */
export function LineInput({
  type = 'text',
  inputMode,
  width = 'long',
  literal,
  prefix,
  suffix,
  concealed,
  combobox,
  beside,
  below,
  ...input
}: LineInputProps) {
  const { field, value, onChange, onBlur } = input;
  const leave = () => {
    const tidy = tidyTyped(field, value);
    if (tidy !== value) onChange(tidy);
    onBlur?.();
  };
  return (
    <FieldFrame {...input} required={isRequired(field)} reserves={isCheckedOnLeaving(field)} onBlur={leave}>
      {(control) => (
        <>
          <div className="control-row" data-width={width}>
            {prefix && (
              <span className="control-sign" aria-hidden="true">
                {prefix}
              </span>
            )}
            <input
              {...combobox}
              {...control}
              aria-describedby={
                [control['aria-describedby'], below?.id].filter(Boolean).join(' ') || undefined
              }
              className={concealed ? 'control concealed' : 'control'}
              type={type}
              inputMode={inputMode}
              autoComplete={input.autoComplete ?? field.autocomplete ?? 'off'}
              autoCapitalize={literal ? 'none' : undefined}
              autoCorrect={literal ? 'off' : undefined}
              spellCheck={literal ? false : undefined}
              enterKeyHint={input.enterKeyHint}
              value={value}
              onChange={(event) => onChange(event.currentTarget.value)}
            />
            {suffix && (
              <span className="control-sign" aria-hidden="true">
                {suffix}
              </span>
            )}
            {beside}
          </div>
          {below?.content}
        </>
      )}
    </FieldFrame>
  );
}

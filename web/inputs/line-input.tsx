import type { HTMLAttributes, InputHTMLAttributes } from 'react';
import type { FieldTypeName } from '../../form/field-types/field-type.ts';
import { isRequired } from '../../form/fields/field.ts';
import type { Elements } from '../jsx/types.ts';
import { speaksOnLeaving } from './checked-on-leaving.ts';
import { FieldFrame } from './field-frame.tsx';
import type { InputProps } from './input-props.ts';
import { LengthCount } from './length-count.tsx';
import { tidyTyped } from './tidy-typed.ts';
import { typedLength } from './typed-length.ts';

/** How a line is typed. */
interface Typing {
  readonly type?: 'text' | 'email' | 'tel' | 'password';
  readonly inputMode?: HTMLAttributes<HTMLInputElement>['inputMode'];
  /** The width of the control, by how long answers are. */
  readonly width?: 'short' | 'medium' | 'long';
  /** For addresses and numbers: the browser must neither correct nor capitalise them. */
  readonly literal?: boolean;
  /** A sign beside the control that the label says in words, such as `$`. */
  readonly prefix?: string;
  readonly suffix?: string;
}

const number: Typing = { inputMode: 'numeric', literal: true };

/** How the fields of a type are typed; any other is plain text. */
const typingOf: { readonly [K in FieldTypeName]?: Typing } = {
  email: { type: 'email', inputMode: 'email', literal: true },
  phone: { type: 'tel', inputMode: 'tel', width: 'medium', literal: true },
  ssn: { ...number, width: 'medium' },
  taxId: { ...number, width: 'medium' },
  zip: { ...number, width: 'short' },
  count: { ...number, width: 'short' },
  years: { ...number, width: 'short' },
  money: { ...number, width: 'medium', prefix: '$' },
  percent: { inputMode: 'decimal', width: 'short', literal: true, suffix: '%' },
};

interface LineInputProps extends InputProps, Typing {
  /** Hides the characters on the screen, but not from assistive technology. */
  readonly concealed?: boolean;
  /** Props that make the control a combobox; the list goes into `beside`. */
  readonly combobox?: Omit<InputHTMLAttributes<HTMLInputElement>, 'children'>;
  /** Rendered beside the control, inside its frame. */
  readonly beside?: Elements;
  /** Rendered below the control; its id is added to `aria-describedby`. */
  readonly below?: { readonly id: string; readonly content: Elements };
}

/**
 * A single line of text. It is reformatted only when the focus leaves. There is no `maxlength`, which would cut off
 * pasted text, and no `name`, so that a native submit can never put an answer into the address bar.
 */
export function LineInput(props: LineInputProps) {
  const {
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
  } = { ...typingOf[props.field.type], ...props };
  const { id, field, value, onChange, onBlur } = input;
  const length = typedLength(field, value, input.isRoomy);
  const leave = () => {
    const tidy = tidyTyped(field, value);
    if (tidy !== value) onChange(tidy);
    onBlur?.();
  };
  return (
    <FieldFrame {...input} required={isRequired(field)} reserves={speaksOnLeaving(field)} onBlur={leave}>
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
                [control['aria-describedby'], below?.id, length && `${id}-length`]
                  .filter(Boolean)
                  .join(' ') || undefined
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
          {length && <LengthCount id={`${id}-length`} {...length} />}
        </>
      )}
    </FieldFrame>
  );
}

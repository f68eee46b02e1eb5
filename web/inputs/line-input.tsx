import type { HTMLAttributes, InputHTMLAttributes } from 'react';
import type { FieldTypeName } from '../../form/field-types/field-types.ts';
import type { InputProps } from '../jsx/input-props.ts';
import type { Elements } from '../jsx/types.ts';
import { FieldFrame } from './field-frame.tsx';
import { LengthCount } from './length-count.tsx';
import { tidyTyped, typedLength } from './typed-text.ts';

interface Typing {
  readonly type?: 'text' | 'email' | 'tel' | 'password';
  readonly inputMode?: HTMLAttributes<HTMLInputElement>['inputMode'];
  /** The width of the control, according to the usual length of answers. */
  readonly width?: 'short' | 'medium' | 'long';
  /** True for email addresses and numbers, which the browser must neither correct nor capitalize. */
  readonly literal?: boolean;
  /** A sign before the control, such as `$`. The label or the hint must state its meaning in words. */
  readonly prefix?: string;
  readonly suffix?: string;
}

const number: Typing = { inputMode: 'numeric', literal: true };

/** The typing settings for each field type. For a type that is not listed, the input is plain text. */
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

const sign = (text?: string) =>
  text && (
    <span className="control-sign" aria-hidden="true">
      {text}
    </span>
  );

interface LineInputProps extends InputProps, Typing {
  /** If true, hides the characters on the screen, but not from assistive technology. */
  readonly concealed?: boolean;
  /** Props that make the control a combobox. The list of the combobox must be in `beside`. */
  readonly combobox?: Omit<InputHTMLAttributes<HTMLInputElement>, 'children'>;
  readonly beside?: Elements;
  /** Content that is rendered below the control. Its id is added to the control's `aria-describedby`. */
  readonly below?: { readonly id: string; readonly content: Elements };
}

/**
 * An input for one line of text. Reformats the text only when the focus leaves. Has no `maxlength`, which would truncate pasted
 * text. Has no `name`, so a native submit never puts an answer into the address bar.
 */
export function LineInput(given: LineInputProps) {
  const props = { ...typingOf[given.field.type], ...given };
  const { id, field, value, onChange, literal, below } = props;
  const length = typedLength(field, value, props.isRoomy);
  const leave = () => {
    const tidy = tidyTyped(field, value);
    if (tidy !== value) onChange(tidy);
    props.onBlur?.();
  };
  return (
    <FieldFrame {...props} onBlur={leave}>
      {(control) => (
        <>
          <div className="control-row" data-width={props.width ?? 'long'}>
            {sign(props.prefix)}
            <input
              {...props.combobox}
              {...control}
              aria-describedby={
                [control['aria-describedby'], below?.id, length && `${id}-length`]
                  .filter(Boolean)
                  .join(' ') || undefined
              }
              className={props.concealed ? 'control concealed' : 'control'}
              type={props.type ?? 'text'}
              inputMode={props.inputMode}
              autoComplete={props.autoComplete ?? field.autocomplete ?? 'off'}
              autoCapitalize={literal ? 'none' : undefined}
              autoCorrect={literal ? 'off' : undefined}
              spellCheck={literal ? false : undefined}
              enterKeyHint={props.enterKeyHint}
              value={value}
              onChange={(event) => onChange(event.currentTarget.value)}
            />
            {sign(props.suffix)}
            {props.beside}
          </div>
          {below?.content}
          {length && <LengthCount id={`${id}-length`} {...length} />}
        </>
      )}
    </FieldFrame>
  );
}

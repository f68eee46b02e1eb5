import type { FocusEvent, ReactNode } from 'react';
import { useEffect } from 'react';
import { useHelpDesk } from '../components/dialogs/help-desk.ts';
import { HelpButton } from '../components/dialogs/help-panel.tsx';
import { PageHeading } from '../components/frame/page-heading.tsx';
import { useCopy } from '../use-copy.ts';
import { errorText } from './input-error.ts';
import type { InputProps } from './input-props.ts';

/** Props for a control, or for the group of several. */
export interface ControlProps {
  readonly id: string;
  readonly 'aria-describedby': string | undefined;
  readonly 'aria-invalid': true | undefined;
  readonly 'aria-required': true | undefined;
}

type Shared = Pick<
  InputProps,
  'id' | 'label' | 'hint' | 'help' | 'error' | 'caution' | 'note' | 'heading' | 'onBlur'
>;

export interface FieldFrameProps extends Shared {
  readonly required: boolean;
  /**
   * `line`: one control under its label. `group`: several under a legend. `radios`: several, of which one is picked.
   * `box`: a control with its label inside, such as a checkbox.
   */
  readonly shape?: 'line' | 'group' | 'radios' | 'box';
  /** Keeps a line free for the message of a field that is checked on leaving, so that nothing below it moves. */
  readonly reserves?: boolean;
  readonly children: (control: ControlProps) => ReactNode;
}

/**
 * A field's label, hint, error and control in this order, linked for assistive technology; its description reads the
 * error before the hint. Focus inside shows the field's help in the side panel.
 */
export function FieldFrame({
  id,
  label,
  hint,
  help,
  error,
  caution,
  note,
  heading,
  onBlur,
  required,
  shape = 'line',
  reserves,
  children,
}: FieldFrameProps) {
  const { page: words } = useCopy();
  const desk = useHelpDesk();
  useEffect(() => () => desk.withdraw(label), [desk, label]);

  const describedBy = [
    error && `${id}-error`,
    caution && `${id}-caution`,
    hint && `${id}-hint`,
    note && `${id}-note`,
  ].filter(Boolean);
  const aria = {
    'aria-describedby': describedBy.length > 0 ? describedBy.join(' ') : undefined,
    'aria-invalid': error ? (true as const) : undefined,
    'aria-required': required ? (true as const) : undefined,
  };
  const isGroup = shape === 'group' || shape === 'radios';
  const Frame = isGroup ? 'fieldset' : 'div';
  const helpButton = help && <HelpButton label={label} text={help} />;
  const name = <FieldName id={id} label={label} heading={heading} legend={isGroup} />;
  const leave = (event: FocusEvent) => {
    if (!event.currentTarget.contains(event.relatedTarget)) onBlur?.();
  };

  return (
    <Frame
      id={`${id}-field`}
      className={`field field--${shape}`}
      data-helped={help ? '' : undefined}
      data-reserves={reserves ? '' : undefined}
      data-wrong={error ? '' : undefined}
      data-doubtful={caution ? '' : undefined}
      role={shape === 'radios' ? 'radiogroup' : undefined}
      {...(shape === 'radios' && aria)}
      {...(shape === 'group' && { 'aria-describedby': aria['aria-describedby'] })}
      onFocus={help ? () => desk.offer({ label, text: help }) : undefined}
      onBlur={leave}
    >
      {shape !== 'box' && name}
      {shape !== 'box' && helpButton}
      {hint && (
        <p className="field-hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {error && (
        <p className="field-error" id={`${id}-error`}>
          <span className="visually-hidden">{words.errorPrefix}</span>
          {errorText(error)}
        </p>
      )}
      {caution !== undefined && (
        <p className="field-caution" id={`${id}-caution`} role="status">
          {caution}
        </p>
      )}
      {children({ id, ...aria })}
      {shape === 'box' && helpButton}
      {note && (
        <p className="field-note" id={`${id}-note`}>
          {note}
        </p>
      )}
    </Frame>
  );
}

function FieldName({
  id,
  label,
  heading,
  legend,
}: Pick<InputProps, 'id' | 'label' | 'heading'> & { readonly legend: boolean }) {
  if (legend)
    return <legend className="field-label">{heading ? <PageHeading>{label}</PageHeading> : label}</legend>;
  const text = (
    <label className="field-label" id={`${id}-label`} htmlFor={id}>
      {label}
    </label>
  );
  return heading ? <PageHeading>{text}</PageHeading> : text;
}

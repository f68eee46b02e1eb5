import { type FocusEvent, useLayoutEffect } from 'react';
import { type Field, isRequired } from '../../form/fields/field.ts';
import { useHelpDesk } from '../components/dialogs/help-desk.ts';
import { HelpButton } from '../components/dialogs/help-panel.tsx';
import { FieldError } from '../components/field-error.tsx';
import { PageHeading } from '../components/frame/page-heading.tsx';
import { pauseAfter } from '../components/pause-after.ts';
import type { InputProps } from '../jsx/input-props.ts';
import type { Elements } from '../jsx/types.ts';

interface ControlProps {
  readonly id: string;
  readonly 'aria-describedby': string | undefined;
  readonly 'aria-invalid': true | undefined;
  readonly 'aria-required': true | undefined;
}

interface FieldFrameProps
  extends Pick<
    InputProps,
    'id' | 'label' | 'hint' | 'help' | 'error' | 'caution' | 'note' | 'heading' | 'onBlur'
  > {
  readonly field?: Field;
  /** True if an answer is required. By default, this depends on the rules of `field`. */
  readonly required?: boolean;
  /** `group`: several controls below a legend. `radios`: a group of radio buttons. `box`: a checkbox with its label inside. */
  readonly shape?: 'line' | 'group' | 'radios' | 'box';
  /** Id of another description of the field, which screen readers read after the error. */
  readonly describedBy?: string | undefined;
  readonly children: (control: ControlProps) => Elements;
}

/**
 * A field's label, hint, error and control, linked for assistive technology. The help button is next to the label, but follows
 * the control in the tab order. The side panel shows the focused field's help.
 */
export function FieldFrame(props: FieldFrameProps) {
  const { id, label, hint, help, error, caution, shape = 'line', field, heading } = props;
  // Hide the note while there is an error, because the note does not help to correct the answer.
  const note = error ? undefined : props.note;
  const required = props.required ?? (field !== undefined && isRequired(field));
  const desk = useHelpDesk();
  const helpHere = help && { label, text: help, isHeading: heading };
  // This is a layout effect, so that the panel shows the help when the screen appears, and nothing below the help moves.
  useLayoutEffect(() => {
    if (help) desk.suggest({ label, text: help, isHeading: heading });
    return () => desk.withdraw(label);
  }, [desk, label, help, heading]);

  const describedBy = [
    error && `${id}-error`,
    caution && `${id}-caution`,
    props.describedBy,
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
  const name = <FieldName id={id} label={label} heading={heading} legend={isGroup} />;
  const leave = ({ currentTarget, target, relatedTarget }: FocusEvent) => {
    const isAnswer = (element: Element | null) =>
      element !== null && currentTarget.contains(element) && !element.matches('.help-button');
    if (isAnswer(target) && !isAnswer(relatedTarget)) props.onBlur?.();
  };

  return (
    <Frame
      id={`${id}-field`}
      className={`field field--${shape}`}
      data-wrong={error ? '' : undefined}
      role={shape === 'radios' ? 'radiogroup' : undefined}
      {...(shape === 'radios' && aria)}
      {...(shape === 'group' && { 'aria-describedby': aria['aria-describedby'] })}
      onFocus={helpHere ? ({ target }) => target.matches('h1') || desk.offer(helpHere) : undefined}
      onBlur={leave}
    >
      {shape !== 'box' && name}
      {hint && (
        <p className="field-hint" id={`${id}-hint`} data-pause={pauseAfter(hint)}>
          {hint}
        </p>
      )}
      {error && <FieldError id={`${id}-error`} fix={error.fix} message={error.message} />}
      {caution !== undefined && (
        <p className="field-caution" id={`${id}-caution`} role="status">
          {caution}
        </p>
      )}
      {props.children({ id, ...aria })}
      {note && (
        <p className="field-note" id={`${id}-note`} data-pause={pauseAfter(note)}>
          {note}
        </p>
      )}
      {helpHere && <HelpButton {...helpHere} />}
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

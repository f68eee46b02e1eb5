import { useState } from 'react';
import type { Field } from '../../form/fields/field.ts';
import { Spoken } from '../components/spoken.tsx';
import type { InputProps } from '../jsx/input-props.ts';
import { FieldFrame } from './field-frame.tsx';

/** A checkbox that is unchecked at first. A press anywhere on its row toggles it. */
export function ConsentInput(props: InputProps<'consent'>) {
  return <Box {...props} on="yes" off="no" />;
}

/** A checkbox for one option of a choice. A press changes another field's label, and screen readers announce the new label. */
export function TickInput({ box, ...props }: InputProps<'choice'>) {
  const [pressed, setPressed] = useState(false);
  const onChange = (text: string) => {
    setPressed(true);
    props.onChange(text);
  };
  return (
    <>
      <Box
        {...props}
        label={box?.label ?? props.label}
        onChange={onChange}
        on={props.field.tick ?? ''}
        off=""
      />
      <Spoken>{pressed && box?.says}</Spoken>
    </>
  );
}

interface BoxProps extends Omit<InputProps, 'field'> {
  readonly field: Field;
  readonly on: string;
  readonly off: string;
}

function Box({ on, off, ...props }: BoxProps) {
  return (
    <FieldFrame {...props} shape="box">
      {(control) => (
        <label className="row">
          <input
            {...control}
            type="checkbox"
            value={on}
            checked={props.value === on}
            onChange={(event) => props.onChange(event.currentTarget.checked ? on : off)}
          />
          <span>{props.label}</span>
        </label>
      )}
    </FieldFrame>
  );
}

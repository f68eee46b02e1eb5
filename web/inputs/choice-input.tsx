import { isRequired } from '../../form/judge.ts';
import { words } from '../words.ts';
import { FieldFrame } from './field-frame.tsx';
import type { InputProps } from './input-props.ts';
import { RadioRows } from './radio-rows.tsx';
import { SelectControl } from './select-control.tsx';

/** More options than these are shorter as a list to open. */
const mostRows = 7;

export function ChoiceInput(props: InputProps<'choice'>) {
  const options = Object.entries(props.field.options);
  const required = isRequired(props.field);
  return options.length > mostRows ? (
    <FieldFrame {...props} required={required}>
      {(control) => (
        <SelectControl control={control} input={props} prompt={words.chooseOne} options={options} />
      )}
    </FieldFrame>
  ) : (
    <FieldFrame {...props} required={required} shape="radios">
      {() => <RadioRows id={props.id} options={options} value={props.value} onChange={props.onChange} />}
    </FieldFrame>
  );
}

import { isRequired } from '../../form/judge.ts';
import { words } from '../words.ts';
import { FieldFrame } from './field-frame.tsx';
import type { InputProps } from './input-props.ts';
import { RadioRows } from './radio-rows.tsx';

const options = [
  ['yes', words.yes],
  ['no', words.no],
] as const;

export function YesNoInput(props: InputProps<'yesNo'>) {
  return (
    <FieldFrame {...props} required={isRequired(props.field)} shape="radios">
      {() => <RadioRows id={props.id} options={options} value={props.value} onChange={props.onChange} />}
    </FieldFrame>
  );
}

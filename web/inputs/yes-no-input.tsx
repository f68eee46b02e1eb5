import { isRequired } from '../../form/rules/validate.ts';
import { useCopy } from '../use-copy.ts';
import { FieldFrame } from './field-frame.tsx';
import type { InputProps } from './input-props.ts';
import { RadioRows } from './radio-rows.tsx';

export function YesNoInput(props: InputProps<'yesNo'>) {
  const { review } = useCopy();
  const options = [
    ['yes', review.yes],
    ['no', review.no],
  ] as const;
  return (
    <FieldFrame {...props} required={isRequired(props.field)} shape="radios">
      {() => <RadioRows id={props.id} options={options} value={props.value} onChange={props.onChange} />}
    </FieldFrame>
  );
}

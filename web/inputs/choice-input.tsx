import { isRequired } from '../../form/fields/field.ts';
import { useCopy } from '../copy/use-copy.ts';
import { FieldFrame } from './field-frame.tsx';
import type { InputProps } from './input-props.ts';
import { RadioRows } from './radio-rows.tsx';
import { SelectControl } from './select-control.tsx';

/** With more options than this, a select box is shorter than radio buttons. */
const mostRows = 7;

export function ChoiceInput(props: InputProps<'choice'>) {
  const { page: words } = useCopy();
  const options = props.field.options.map((option) => [option, props.options?.[option] ?? option] as const);
  const rows = options.map(([value, text]) => ({ value, text }));
  const required = isRequired(props.field);
  return options.length > mostRows ? (
    <FieldFrame {...props} required={required}>
      {(control) => (
        <SelectControl control={control} input={props} prompt={words.chooseOne} options={options} />
      )}
    </FieldFrame>
  ) : (
    <FieldFrame {...props} required={required} shape="radios">
      {() => <RadioRows id={props.id} options={rows} value={props.value} onChange={props.onChange} />}
    </FieldFrame>
  );
}

import { isRequired } from '../../form/fields/field.ts';
import { states } from '../../form/lists/states.ts';
import { useCopy } from '../copy/use-copy.ts';
import { FieldFrame } from './field-frame.tsx';
import type { InputProps } from './input-props.ts';
import { SelectControl } from './select-control.tsx';

const options = states.map(({ code, name }) => [code, `${name} (${code})`] as const);

export function StateInput(props: InputProps<'state'>) {
  const { page: words } = useCopy();
  return (
    <FieldFrame {...props} required={isRequired(props.field)}>
      {(control) => (
        <SelectControl control={control} input={props} prompt={words.chooseState} options={options} />
      )}
    </FieldFrame>
  );
}

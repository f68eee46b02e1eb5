import { isRequired } from '../../form/judge.ts';
import { states } from '../../form/lists/states.ts';
import { words } from '../words.ts';
import { FieldFrame } from './field-frame.tsx';
import type { InputProps } from './input-props.ts';
import { SelectControl } from './select-control.tsx';

const options = states.map(({ code, name }) => [code, `${name} (${code})`] as const);

export function StateInput(props: InputProps<'state'>) {
  return (
    <FieldFrame {...props} required={isRequired(props.field)}>
      {(control) => (
        <SelectControl control={control} input={props} prompt={words.chooseState} options={options} />
      )}
    </FieldFrame>
  );
}

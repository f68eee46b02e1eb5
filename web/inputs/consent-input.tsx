import { isRequired } from '../../form/rules/validate.ts';
import { FieldFrame } from './field-frame.tsx';
import type { InputProps } from './input-props.ts';

/** A box to tick, never ticked beforehand; all of the row can be pressed. */
export function ConsentInput(props: InputProps<'consent'>) {
  return (
    <FieldFrame {...props} required={isRequired(props.field)} shape="box">
      {(control) => (
        <label className="row">
          <input
            {...control}
            type="checkbox"
            checked={props.value === 'yes'}
            onChange={(event) => props.onChange(event.currentTarget.checked ? 'yes' : 'no')}
          />
          <span>{props.label}</span>
        </label>
      )}
    </FieldFrame>
  );
}

import { FieldFrame } from './field-frame.tsx';
import type { InputProps } from './input-props.ts';

/** A checkbox that is unchecked at first. A press anywhere on its row toggles it. */
export function ConsentInput(props: InputProps<'consent'>) {
  return (
    <FieldFrame {...props} shape="box">
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

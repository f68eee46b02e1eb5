import type { ControlProps } from './field-frame.tsx';
import type { InputProps } from './input-props.ts';

/** A native select box whose empty first option says what to do. */
export function SelectControl({
  control,
  input,
  prompt,
  options,
}: {
  readonly control: ControlProps;
  readonly input: Pick<InputProps, 'field' | 'value' | 'onChange' | 'autoComplete'>;
  readonly prompt: string;
  readonly options: readonly (readonly [value: string, text: string])[];
}) {
  return (
    <div className="select">
      <select
        {...control}
        className="control"
        autoComplete={input.autoComplete ?? input.field.autocomplete ?? 'off'}
        value={input.value}
        onChange={(event) => input.onChange(event.currentTarget.value)}
      >
        <option value="">{prompt}</option>
        {options.map(([value, text]) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </select>
    </div>
  );
}

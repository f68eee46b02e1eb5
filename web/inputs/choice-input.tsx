import { states } from '../../form/lists/states.ts';
import { useCopy } from '../copy/use-copy.ts';
import type { InputProps } from '../jsx/input-props.ts';
import { TickInput } from './consent-input.tsx';
import { FieldFrame } from './field-frame.tsx';
import { RadioRows } from './radio-rows.tsx';

/** The largest number of options that are shown as radio buttons. For more options, a select box is shorter. */
const mostRows = 7;

export function ChoiceInput(props: InputProps<'choice'>) {
  const { page: words } = useCopy();
  const choices = props.field.options.map((value) => ({ value, text: props.options?.[value] ?? value }));
  if (props.field.tick) return <TickInput {...props} />;
  if (choices.length > mostRows) return <SelectInput {...props} prompt={words.chooseOne} choices={choices} />;
  return (
    <FieldFrame {...props} shape="radios">
      {() => <RadioRows id={props.id} options={choices} value={props.value} onChange={props.onChange} />}
    </FieldFrame>
  );
}

const stateChoices = states.map(({ code, name }) => ({ value: code, text: `${name} (${code})` }));

export function StateInput(props: InputProps<'state'>) {
  const { page: words } = useCopy();
  return <SelectInput {...props} prompt={words.chooseState} choices={stateChoices} />;
}

function SelectInput({
  prompt,
  choices,
  ...input
}: InputProps & {
  readonly prompt: string;
  readonly choices: readonly { readonly value: string; readonly text: string }[];
}) {
  return (
    <FieldFrame {...input}>
      {(control) => (
        <div className="select">
          <select
            {...control}
            className="control"
            autoComplete={input.autoComplete ?? input.field.autocomplete ?? 'off'}
            value={input.value}
            onChange={(event) => input.onChange(event.currentTarget.value)}
          >
            <option value="">{prompt}</option>
            {choices.map(({ value, text }) => (
              <option key={value} value={value}>
                {text}
              </option>
            ))}
          </select>
        </div>
      )}
    </FieldFrame>
  );
}

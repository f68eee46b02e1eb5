import type { FieldTypeName } from '../../form/field-types/field-types.ts';
import type { InputProps } from '../jsx/input-props.ts';
import type { Component } from '../jsx/types.ts';
import { ChoiceInput, StateInput } from './choice-input.tsx';
import { ConsentInput } from './consent-input.tsx';
import { DateInput } from './date-input.tsx';
import { IndustryInput } from './industry-input.tsx';
import { KeptInput } from './kept-input.tsx';
import { LineInput } from './line-input.tsx';
import { MoneyInput } from './money-input.tsx';
import { SsnInput } from './ssn-input.tsx';
import { YesNoInput } from './yes-no-input.tsx';

/**
 * The input for each field type. Two types have no input: people choose a person's id with a question, and send files on the
 * upload screen.
 */
const inputs: { readonly [K in FieldTypeName]: Component<InputProps<K>> | null } = {
  text: LineInput,
  email: LineInput,
  phone: LineInput,
  ssn: SsnInput,
  taxId: LineInput,
  zip: LineInput,
  state: StateInput,
  industry: IndustryInput,
  date: DateInput,
  count: LineInput,
  years: LineInput,
  money: MoneyInput,
  percent: LineInput,
  yesNo: YesNoInput,
  consent: ConsentInput,
  choice: ChoiceInput,
  person: null,
  file: null,
};

/** Renders the input for a field of any type. */
export function InputFor(props: InputProps) {
  const Input = inputs[props.field.type] as Component<InputProps> | null;
  const { saved } = props;
  if (!Input || !saved) return Input && <Input {...props} />;
  return (
    <KeptInput input={props} saved={saved}>
      {(note) => <Input {...props} note={note} />}
    </KeptInput>
  );
}

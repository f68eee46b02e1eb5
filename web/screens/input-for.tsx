import type { FieldTypeName } from '../../form/field-types/field-types.ts';
import { ChoiceInput, StateInput } from '../inputs/choice-input.tsx';
import { ConsentInput } from '../inputs/consent-input.tsx';
import { DateInput } from '../inputs/date-input.tsx';
import { KeptInput } from '../inputs/kept-input.tsx';
import { LineInput } from '../inputs/line-input.tsx';
import { MoneyInput } from '../inputs/money-input.tsx';
import { SsnInput } from '../inputs/ssn-input.tsx';
import { YesNoInput } from '../inputs/yes-no-input.tsx';
import type { InputProps } from '../jsx/input-props.ts';
import type { Component } from '../jsx/types.ts';
import { IndustryInput } from './industry/industry-input.tsx';

/** The input for each field type. Null for `person`, which a question sets, and for `file`, which the upload screen sends. */
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

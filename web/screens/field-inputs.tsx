import { addressByKey, isWholeAddress } from '../../form/review/address-parts.ts';
import type { SuggestedAddress } from '../api/suggestions-provider.ts';
import { InputFor } from '../inputs/input-for.tsx';
import { StreetInput } from './street-input.tsx';
import type { FormFields } from './use-fields.ts';

type Inputs = FormFields['inputs'];

/** The inputs of fields that a screen asks together. */
export function FieldInputs({ inputs }: { readonly inputs: Inputs }) {
  const isAddress = isWholeAddress(inputs.map(({ field }) => field.type));
  if (isAddress) return <AddressFields inputs={inputs} />;
  return inputs.map(({ key, ...input }) => <InputFor key={key} {...input} />);
}

/** The inputs of an address. Picking a suggestion for the street fills all of them; each can still be changed. */
function AddressFields({ inputs }: { readonly inputs: Inputs }) {
  function fillIn({ addressLine, addressCity, addressState, addressPostalCode }: SuggestedAddress): void {
    const keys = inputs.map(({ key }) => key);
    const values = addressByKey(keys, [addressLine, addressCity, addressState, addressPostalCode]);
    for (const { key, onChange } of inputs) onChange(values[key] ?? '');
  }

  const state = inputs.find(({ field }) => field.type === 'state')?.value ?? '';
  return inputs.map(({ key, ...input }, index) =>
    index === 0 ? (
      <StreetInput key={key} {...input} state={state} onPick={fillIn} />
    ) : (
      <InputFor key={key} {...input} isRoomy />
    ),
  );
}

import { addressByKey, isWholeAddress } from '../../form/review/address-parts.ts';
import type { SuggestedAddress } from '../api/suggestions-provider.ts';
import { InputFor } from '../inputs/input-for.tsx';
import { streetInput } from './street-slot.ts';
import type { FormFields } from './use-fields.ts';

/**
 * The inputs for the fields that a screen asks for together. In an address, a suggestion for the street fills all fields when it
 * is picked.
 */
export function FieldInputs({ inputs }: Pick<FormFields, 'inputs'>) {
  const isAddress = isWholeAddress(inputs.map(({ field }) => field.type));
  // The steps with an address, and changes of an address in the review, load this part first.
  const Street = isAddress ? streetInput() : undefined;
  const state = inputs.find(({ field }) => field.type === 'state')?.value ?? '';

  function fillIn({ addressLine, addressCity, addressState, addressPostalCode }: SuggestedAddress): void {
    const keys = inputs.map(({ key }) => key);
    const values = addressByKey(keys, [addressLine, addressCity, addressState, addressPostalCode]);
    for (const { key, onChange } of inputs) onChange(values[key] ?? '');
  }

  return inputs.map(({ key, ...input }, index) =>
    Street && index === 0 ? (
      <Street key={key} {...input} state={state} onPick={fillIn} />
    ) : (
      <InputFor key={key} {...input} isRoomy={isAddress} />
    ),
  );
}

import { useEffect, useState } from 'react';
import { addressByKey, isWholeAddress } from '../../form/review/address-parts.ts';
import type { SuggestedAddress } from '../api/suggestions-provider.ts';
import { InputFor } from '../inputs/input-for.tsx';
import { useLazyPart } from '../lazy/lazy-part.ts';
import { customScreens } from '../lazy/parts.ts';
import type { FormFields } from './use-fields.ts';

/**
 * The inputs for the fields that a screen asks for together. In an address, a suggestion for the street fills all fields when it
 * is picked.
 */
export function FieldInputs({ inputs }: Pick<FormFields, 'inputs'>) {
  const isAddress = isWholeAddress(inputs.map(({ field }) => field.type));
  const Street = useStreetInput(isAddress);
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

/**
 * Returns the input for the street of an address once it is loaded, or undefined. If the person is already typing by then, the
 * plain input stays, because a new element would lose the focus. So an address can be entered without a network.
 */
function useStreetInput(isAddress: boolean) {
  const loaded = useLazyPart(customScreens, isAddress).value?.streetInput;
  const [Street, setStreet] = useState(() => loaded);
  useEffect(() => {
    if (!document.activeElement?.matches('input')) setStreet(() => loaded);
  }, [loaded]);
  return isAddress ? Street : undefined;
}

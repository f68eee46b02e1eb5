import { useLayoutEffect, useState } from 'react';
import { addressByKey, isWholeAddress } from '../../form/review/address-parts.ts';
import type { SuggestedAddress } from '../api/suggestions-provider.ts';
import { useLazyPart } from '../lazy/lazy-part.ts';
import { InputFor } from './input-for.tsx';
import { customScreens } from './parts.ts';
import type { FormFields } from './use-fields.ts';

/** The inputs of a screen. In an address, picking a suggestion for the street fills all fields. */
export function FieldInputs({ inputs }: Pick<FormFields, 'inputs'>) {
  const isAddress = isWholeAddress(inputs.map(({ field }) => field.type));
  const Street = useStreetInput(isAddress, inputs[0]?.id);
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

/** Returns the street input once it is loaded; undefined if the focus was in the plain input or in a dialog at that moment. */
function useStreetInput(isAddress: boolean, id = '') {
  const loaded = useLazyPart(customScreens, isAddress).value?.StreetInput;
  const [Street, setStreet] = useState(() => loaded);
  // This is a layout effect, so no one can type after the plain input's text is read and before the input is replaced.
  useLayoutEffect(() => {
    // An element that is replaced loses the focus. If it is behind a dialog, the dialog can't return the focus to it.
    if (!document.activeElement?.closest(`#${id}-field, dialog`)) setStreet(() => loaded);
  }, [loaded, id]);
  return isAddress ? Street : undefined;
}

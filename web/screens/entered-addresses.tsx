import type { Step } from '../../form/flow/steps.ts';
import { type EnteredAddress, enteredAddresses } from '../../form/review/entered-addresses.ts';
import { customScreensCopy } from '../copy/custom-screens-copy.ts';
import { FieldFrame } from '../inputs/field-frame.tsx';
import { RadioRows } from '../inputs/radio-rows.tsx';
import { usePageState } from '../state/use-page.ts';
import type { FormFields } from './use-fields.ts';

const id = 'entered-address';

/** Offers addresses that were entered earlier. Picking an address fills the fields below. The last option empties the fields. */
export function EnteredAddresses({
  step,
  inputs,
}: {
  readonly step: Step;
  readonly inputs: readonly Pick<FormFields['inputs'][number], 'key' | 'value' | 'onChange'>[];
}) {
  const addresses = enteredAddresses(step, usePageState().application);
  if (addresses.length === 0) return null;
  const isTyped = ({ values }: EnteredAddress) =>
    inputs.every(({ key, value }) => values[key] === value.trim());

  function fillIn(label: string): void {
    const picked = addresses.find((address) => address.label === label);
    for (const { key, onChange } of inputs) onChange(picked?.values[key] ?? '');
  }

  return (
    <FieldFrame id={id} label={customScreensCopy.enteredAddresses} shape="radios">
      {() => (
        <RadioRows
          id={id}
          options={[
            ...addresses.map(({ label }) => ({ value: label, text: label })),
            { value: '', text: customScreensCopy.otherAddress },
          ]}
          value={addresses.find(isTyped)?.label ?? ''}
          onChange={fillIn}
        />
      )}
    </FieldFrame>
  );
}

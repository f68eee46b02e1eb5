import { useState } from 'react';
import type { Step } from '../../form/flow/steps.ts';
import { type EnteredAddress, enteredAddresses } from '../../form/review/entered-addresses.ts';
import { customScreensCopy } from '../copy/custom-screens-copy.ts';
import { FieldFrame } from '../inputs/field-frame.tsx';
import { RadioRows } from '../inputs/radio-rows.tsx';
import { usePageState } from '../state/use-page.ts';
import type { FormFields } from './use-fields.ts';

const id = 'entered-address';

/**
 * Offers addresses that were entered earlier. Picking an address fills and hides the fields below. The last option empties and
 * shows the fields. Until an option is picked, the fields stay visible, even if they contain an address that was entered
 * earlier, because nothing may disappear while the screen loads or the person types.
 */
export function EnteredAddresses({
  step,
  inputs,
}: {
  readonly step: Step;
  readonly inputs: readonly Pick<FormFields['inputs'][number], 'key' | 'value' | 'onChange'>[];
}) {
  const addresses = enteredAddresses(step, usePageState().application);
  const isTyped = ({ values }: EnteredAddress) =>
    inputs.every(({ key, value }) => values[key] === value.trim());
  const chosen = addresses.find(isTyped)?.label ?? '';
  const [isPicked, setPicked] = useState(false);
  if (addresses.length === 0) return null;

  function fillIn(label: string): void {
    const picked = addresses.find((address) => address.label === label);
    setPicked(picked !== undefined);
    for (const { key, onChange } of inputs) onChange(picked?.values[key] ?? '');
  }

  return (
    <div className="entered-addresses" data-picked={isPicked && chosen ? '' : undefined}>
      <FieldFrame id={id} label={customScreensCopy.enteredAddresses} shape="radios">
        {() => (
          <RadioRows
            id={id}
            options={[
              ...addresses.map(({ label }) => ({ value: label, text: label, isTyped: true })),
              { value: '', text: customScreensCopy.otherAddress },
            ]}
            value={chosen}
            onChange={fillIn}
          />
        )}
      </FieldFrame>
    </div>
  );
}

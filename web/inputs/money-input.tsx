import { useState } from 'react';
import { dollars } from '../../form/field-types/numbers.ts';
import { parseTyped } from '../../form/validation/validate.ts';
import { Spoken } from '../components/spoken.tsx';
import { useCopy } from '../copy/use-copy.ts';
import type { InputProps } from '../jsx/input-props.ts';
import { LineInput } from './line-input.tsx';

/** An amount in whole US dollars. The line below the input repeats the amount with commas, so people notice an extra zero. */
export function MoneyInput(props: InputProps<'money'>) {
  const { page: words } = useCopy();
  const [left, setLeft] = useState(false);
  const amount = parseTyped(props.field, props.value);
  const readBack = typeof amount === 'number' ? words.youEntered(dollars(amount)) : '';
  const id = `${props.id}-read-back`;
  return (
    <LineInput
      {...props}
      onChange={(value) => {
        setLeft(false);
        props.onChange(value);
      }}
      onBlur={() => {
        setLeft(true);
        props.onBlur?.();
      }}
      below={{
        id,
        content: (
          <>
            <p className="read-back" id={id} aria-hidden="true">
              {readBack}
            </p>
            <Spoken>{left ? readBack : ''}</Spoken>
          </>
        ),
      }}
    />
  );
}

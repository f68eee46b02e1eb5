import { useState } from 'react';
import { ShowButton } from '../components/buttons/show-button.tsx';
import type { InputProps } from '../jsx/input-props.ts';
import { LineInput } from './line-input.tsx';

/** Shows nine digits as dots. If CSS can do this, avoids a password field, because browsers offer to store its text. */
export function SsnInput(props: InputProps<'ssn'>) {
  const [shown, setShown] = useState(false);
  const hasDots = typeof CSS !== 'undefined' && CSS.supports('-webkit-text-security', 'disc');
  return (
    <LineInput
      {...props}
      type={shown || hasDots ? 'text' : 'password'}
      concealed={!shown}
      beside={<ShowButton className="toggle-button" what={props.label} isShown={shown} onToggle={setShown} />}
    />
  );
}

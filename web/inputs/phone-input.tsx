import type { InputProps } from './input-props.ts';
import { LineInput } from './line-input.tsx';

export function PhoneInput(props: InputProps<'phone'>) {
  return <LineInput {...props} type="tel" inputMode="tel" width="medium" literal />;
}

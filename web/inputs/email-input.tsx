import type { InputProps } from './input-props.ts';
import { LineInput } from './line-input.tsx';

export function EmailInput(props: InputProps<'email'>) {
  return <LineInput {...props} type="email" inputMode="email" literal />;
}

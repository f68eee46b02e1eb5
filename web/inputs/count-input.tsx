import type { InputProps } from './input-props.ts';
import { LineInput } from './line-input.tsx';

export function CountInput(props: InputProps<'count'> | InputProps<'years'>) {
  return <LineInput {...props} inputMode="numeric" width="short" literal />;
}

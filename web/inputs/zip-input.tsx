import type { InputProps } from './input-props.ts';
import { LineInput } from './line-input.tsx';

export function ZipInput(props: InputProps<'zip'>) {
  return <LineInput {...props} inputMode="numeric" width="short" literal />;
}

import type { InputProps } from './input-props.ts';
import { LineInput } from './line-input.tsx';

export function TaxIdInput(props: InputProps<'taxId'>) {
  return <LineInput {...props} inputMode="numeric" width="medium" literal />;
}

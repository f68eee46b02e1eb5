import type { InputProps } from './input-props.ts';
import { LineInput } from './line-input.tsx';

/** A share in percent. `note` says how much is unclaimed. */
export function PercentInput(props: InputProps<'percent'>) {
  return <LineInput {...props} inputMode="decimal" width="short" literal suffix="%" />;
}

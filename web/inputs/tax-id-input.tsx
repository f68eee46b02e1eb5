import type { InputProps } from './input-props.ts';
import { LineInput } from './line-input.tsx';
import { MaskedInput } from './masked-input.tsx';

export function TaxIdInput(props: InputProps<'taxId'>) {
  return (
    <MaskedInput input={props}>
      {(note) => <LineInput {...props} note={note} inputMode="numeric" width="medium" literal />}
    </MaskedInput>
  );
}

import { FieldFrame } from './field-frame.tsx';
import type { InputProps } from './input-props.ts';

/** A file to be chosen. It is handed over at once; what becomes of it is shown elsewhere. */
export function FileInput({
  accept,
  capture,
  onChoose,
  required,
  ...input
}: Pick<InputProps, 'id' | 'label' | 'hint' | 'help' | 'error' | 'note' | 'heading'> & {
  /** The types that may be chosen, as the `accept` attribute lists them. */
  readonly accept: string;
  /** Opens the camera of a phone instead of its library. */
  readonly capture?: 'environment';
  readonly required?: boolean;
  readonly onChoose: (file: File) => void;
}) {
  return (
    <FieldFrame {...input} required={required ?? false}>
      {(control) => (
        <input
          {...control}
          className="control file-control"
          type="file"
          accept={accept}
          capture={capture}
          onChange={(event) => {
            const file = event.currentTarget.files?.[0];
            // Emptied, so that choosing the same file again is a choice too.
            event.currentTarget.value = '';
            if (file) onChoose(file);
          }}
        />
      )}
    </FieldFrame>
  );
}

import type { ReactNode } from 'react';
import { useEffect, useRef, useState } from 'react';
import { maskedText } from '../../copy/display.ts';
import { isRequired } from '../../form/rules/validate.ts';
import { useCopy } from '../use-copy.ts';
import { FieldFrame } from './field-frame.tsx';
import type { InputProps } from './input-props.ts';

/** `•••-••-6789`, with words for screen readers. */
export function MaskedAnswer({ text, lastFour }: { readonly text: string; readonly lastFour: string }) {
  const { page: words } = useCopy();
  return (
    <>
      <span className="masked" aria-hidden="true">
        {text}
      </span>
      <span className="visually-hidden">{words.endingIn([...lastFour].join(' '))}</span>
    </>
  );
}

/**
 * A masked answer that is stored: shows its last four digits with a Change button, which opens an empty input. If that
 * is left empty, the stored answer stays (D41).
 */
export function MaskedInput({
  input,
  children,
}: {
  readonly input: InputProps<'ssn'> | InputProps<'taxId'>;
  /** Renders the empty input; `note` says that leaving it empty keeps the stored answer. */
  readonly children: (note: string | undefined) => ReactNode;
}) {
  const { page: words } = useCopy();
  const { id, saved, label } = input;
  const { type } = input.field;
  const [changing, setChanging] = useState(false);
  const pressed = useRef(false);
  useEffect(() => {
    if (changing && pressed.current) document.getElementById(id)?.focus();
  }, [changing, id]);

  if (!saved) return children(input.note);
  if (changing || input.value !== '' || input.error)
    return children(words.savedStays(maskedText(type, saved)));
  return (
    <FieldFrame {...input} hint={undefined} required={isRequired(input.field)} shape="group">
      {() => (
        <div className="saved-answer">
          <div>
            <MaskedAnswer text={maskedText(type, saved)} lastFour={saved} />
            <button
              type="button"
              className="text-button"
              id={id}
              onClick={() => {
                pressed.current = true;
                setChanging(true);
              }}
            >
              {words.change} <span className="visually-hidden">{label}</span>
            </button>
          </div>
        </div>
      )}
    </FieldFrame>
  );
}

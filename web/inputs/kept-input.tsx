import { useEffect, useState } from 'react';
import type { Shown } from '../../copy/display.ts';
import { ActionName } from '../components/buttons/action-name.tsx';
import { Button } from '../components/buttons/button.tsx';
import { useCopy } from '../copy/use-copy.ts';
import type { InputProps } from '../jsx/input-props.ts';
import type { Elements } from '../jsx/types.ts';
import { FieldFrame } from './field-frame.tsx';
import { focusInput } from './focus-input.ts';
import { keptNote } from './kept-note.ts';

/** Shows a masked answer such as `•••-••-6789`, with a text for screen readers. */
export function MaskedAnswer({ text, lastFour }: { readonly text: string; readonly lastFour: string }) {
  const { page: words } = useCopy();
  return (
    <>
      <span className="masked" aria-hidden="true" translate="no">
        {text}
      </span>
      <span className="visually-hidden">{words.endingIn([...lastFour].join(' '))}</span>
    </>
  );
}

/** Shows the visible part of a stored answer. The button Change replaces it with an empty input (D41, D55). */
export function KeptInput({
  input,
  saved,
  children,
}: {
  readonly input: InputProps;
  readonly saved: Shown;
  /** Renders the empty input. `note` says that the stored answer is kept if the input stays empty. */
  readonly children: (note: string | undefined) => Elements;
}) {
  const { page: words } = useCopy();
  const { id, label } = input;
  const [changing, setChanging] = useState(false);
  useEffect(() => {
    if (changing) focusInput(id);
  }, [changing, id]);

  if (changing || input.value !== '' || input.error) return children(keptNote(words, input));
  return (
    <FieldFrame {...input} hint={undefined} caution={undefined} shape="group">
      {() => (
        <div className="saved-answer">
          <div>
            {saved.lastFour ? (
              <MaskedAnswer text={saved.text} lastFour={saved.lastFour} />
            ) : (
              <span>{saved.text}</span>
            )}
            <Button id={id} onPress={() => setChanging(true)}>
              <ActionName action={words.change} of={label} />
            </Button>
          </div>
        </div>
      )}
    </FieldFrame>
  );
}

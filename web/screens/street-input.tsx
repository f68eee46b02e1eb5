import type { InputEvent } from 'react';
import { useState } from 'react';
import type { Place } from '../../api/place.ts';
import { useCombobox } from '../inputs/combobox.ts';
import type { InputProps } from '../inputs/input-props.ts';
import { LineInput } from '../inputs/line-input.tsx';
import { useSettled } from '../inputs/use-settled.ts';
import { words } from '../words.ts';
import { useSuggestedPlaces } from './use-suggested-places.ts';

/** Input events of a keyboard, on a screen or not: neither the browser's own filling-in nor a paste. */
const typing = /^(insertText|insertCompositionText|insertFromComposition|delete(Content|Word).*)$/;

/** The street of an address, which suggests whole addresses while it is typed. It can always be typed to its end. */
export function StreetInput({ onPick, ...input }: InputProps & { readonly onPick: (place: Place) => void }) {
  const { places, look } = useSuggestedPlaces();
  const [picked, setPicked] = useState('');
  const found = useSettled(places.length > 0 ? words.addressesFound(places.length) : '');
  const close = () => look('');
  const combobox = useCombobox({
    id: input.id,
    count: places.length,
    onPick: (index) => {
      const place = places[index];
      if (!place) return;
      onPick(place);
      setPicked(words.addressTaken(place.label));
      close();
    },
    onDismiss: close,
  });
  const { autoComplete: _, ...control } = combobox.input;

  const onInput = ({ currentTarget, nativeEvent }: InputEvent<HTMLInputElement>) => {
    combobox.reset();
    setPicked('');
    look(typing.test(nativeEvent.inputType) ? currentTarget.value : '');
  };

  const list = places.length > 0 && (
    <ul {...combobox.list} className="suggestions" aria-label={words.suggestedAddresses}>
      {places.map(({ id, label }, index) => (
        <li key={id} {...combobox.option(index)} className="chooser-option">
          {label}
        </li>
      ))}
    </ul>
  );

  return (
    <LineInput
      {...input}
      combobox={{ ...control, onInput, onBlur: close }}
      beside={
        <>
          {list}
          <span className="visually-hidden" role="status">
            {picked || found}
          </span>
        </>
      }
    />
  );
}

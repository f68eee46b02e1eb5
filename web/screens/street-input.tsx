import type { InputEvent } from 'react';
import { useRef, useState } from 'react';
import { useCombobox } from '../inputs/combobox.ts';
import type { InputProps } from '../inputs/input-props.ts';
import { LineInput } from '../inputs/line-input.tsx';
import { useSettled } from '../inputs/use-settled.ts';
import type { SuggestedAddress, SuggestedPlace } from '../session/places-provider.ts';
import { words } from '../words.ts';
import { useSuggestedPlaces } from './use-suggested-places.ts';

/** Input events of a keyboard, on a screen or not: neither the browser's own filling-in nor a paste. */
const typing = /^(insertText|insertCompositionText|insertFromComposition|delete(Content|Word).*)$/;

/** The street of an address, which suggests whole addresses while it is typed. It can always be typed to its end. */
export function StreetInput({
  onPick,
  ...input
}: InputProps & { readonly onPick: (address: SuggestedAddress) => void }) {
  const { places, attribution, look, addressOf } = useSuggestedPlaces();
  const [picked, setPicked] = useState('');
  const found = useSettled(places.length > 0 ? words.addressesFound(places.length) : '');
  // An address may come after the screen has been drawn anew.
  const latestOnPick = useRef(onPick);
  latestOnPick.current = onPick;
  const close = () => look('');
  const take = async (place: SuggestedPlace) => {
    close();
    const address = await addressOf(place);
    if (!address) return;
    latestOnPick.current(address);
    setPicked(words.addressTaken(place.label));
  };
  const combobox = useCombobox({
    id: input.id,
    count: places.length,
    onPick: (index) => {
      const place = places[index];
      if (place) void take(place);
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
    <div className="suggestions">
      <ul {...combobox.list} className="suggestion-list" aria-label={words.suggestedAddresses}>
        {places.map(({ id, label }, index) => (
          <li key={id} {...combobox.option(index)} className="chooser-option">
            {label}
          </li>
        ))}
      </ul>
      {attribution && (
        <p className="suggestion-source" translate="no">
          {attribution}
        </p>
      )}
    </div>
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

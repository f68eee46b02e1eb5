import type { InputEvent } from 'react';
import { useRef, useState } from 'react';
import type { SuggestedAddress, SuggestedAddressLabel } from '../api/suggestions-provider.ts';
import { useCopy } from '../copy/use-copy.ts';
import { useCombobox } from '../inputs/combobox.ts';
import type { InputProps } from '../inputs/input-props.ts';
import { LineInput } from '../inputs/line-input.tsx';
import { useSettled } from '../inputs/use-settled.ts';
import { useAddressSuggestions } from './use-address-suggestions.ts';

/** Input events of typing, on any keyboard; the browser's autofill and a paste are others. */
const typing = /^(insertText|insertCompositionText|insertFromComposition|delete(Content|Word).*)$/;

/**
 * The street of an address, with suggestions while it is typed, of whole addresses or of the city and ZIP only. Nobody
 * has to pick one. `state`: the one already chosen for the address.
 */
export function StreetInput({
  state,
  onPick,
  ...input
}: InputProps & { readonly state: string; readonly onPick: (address: SuggestedAddress) => void }) {
  const { page: words } = useCopy();
  const { suggestions, attribution, suggestFor, addressOf } = useAddressSuggestions(state);
  const [picked, setPicked] = useState('');
  const found = useSettled(suggestions.length > 0 ? words.addressesFound(suggestions.length) : '');
  // The address may arrive after React has drawn again; call the newest handler.
  const latestOnPick = useRef(onPick);
  latestOnPick.current = onPick;
  const close = () => suggestFor('');
  const pick = async (suggestion: SuggestedAddressLabel) => {
    close();
    const address = await addressOf(suggestion);
    if (!address) return;
    latestOnPick.current(address);
    setPicked(words.addressTaken(suggestion.label));
  };
  const combobox = useCombobox({
    id: input.id,
    count: suggestions.length,
    onPick: (index) => {
      const suggestion = suggestions[index];
      if (suggestion) void pick(suggestion);
    },
    onDismiss: close,
  });
  const { autoComplete: _, ...control } = combobox.input;

  const onInput = ({ currentTarget, nativeEvent }: InputEvent<HTMLInputElement>) => {
    combobox.reset();
    setPicked('');
    suggestFor(typing.test(nativeEvent.inputType) ? currentTarget.value : '');
  };

  const list = suggestions.length > 0 && (
    <div className="suggestions">
      <ul {...combobox.list} className="suggestion-list" aria-label={words.suggestedAddresses}>
        {suggestions.map(({ id, label, cityOnly }, index) => (
          <li key={id} {...combobox.option(index)} className="chooser-option">
            {cityOnly ? words.cityOnly(label) : label}
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

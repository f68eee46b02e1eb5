import { type InputEvent, useEffect, useMemo, useRef, useState } from 'react';
import { embeddedSuggestions } from '../api/embedded-suggestions.ts';
import type { SuggestedAddress, SuggestedAddressLabel } from '../api/suggestions-provider.ts';
import { Spoken } from '../components/spoken.tsx';
import { customScreensCopy as words } from '../copy/custom-screens-copy.ts';
import { useCombobox } from '../inputs/combobox.ts';
import { LineInput } from '../inputs/line-input.tsx';
import { useSettled } from '../inputs/use-settled.ts';
import type { InputProps } from '../jsx/input-props.ts';
import { lazyPart, useLazyPart } from '../lazy/lazy-part.ts';
import { useBoot, usePageStore } from '../state/use-page.ts';

const google = lazyPart('google-suggestions', () => import('../api/google-suggestions.ts'));

/** The fewest characters for which suggestions are fetched. For fewer characters, suggestions would be useless. */
const fewestCharacters = 3;
/** Milliseconds after the last key press until suggestions are fetched. */
const pauseMillis = 250;

/** Matches the types of input events that come from typing on any keyboard, not from autofill or pasting. */
const typing = /^(insertText|insertCompositionText|insertFromComposition|delete(Content|Word).*)$/;

/** The input for the street of an address, with suggestions. `state` is the US state already chosen for the address. */
export function StreetInput({
  state,
  onPick,
  ...input
}: InputProps & { readonly state: string; readonly onPick: (address: SuggestedAddress) => void }) {
  const { suggestions, attribution, suggestFor, addressOf } = useAddressSuggestions(state);
  const [picked, setPicked] = useState('');
  const found = useSettled(suggestions.length > 0 ? words.addressesFound(suggestions.length) : '');
  // The address may arrive after another render. In that case, the handler from the latest render must be called.
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

  const isCityOnly = suggestions.some(({ cityOnly }) => cityOnly);
  const list = suggestions.length > 0 && (
    <div className="suggestions">
      {isCityOnly && (
        <p className="suggestion-note" id={`${input.id}-note-on-list`}>
          {words.cityOnly}
        </p>
      )}
      <ul
        {...combobox.list}
        className="suggestion-list"
        aria-label={words.suggestedAddresses}
        aria-describedby={isCityOnly ? `${input.id}-note-on-list` : undefined}
      >
        {suggestions.map(({ id, label }, index) => (
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
          <Spoken>{picked || found}</Spoken>
        </>
      }
    />
  );
}

/** Returns suggestions for a street. Old suggestions stay until new ones arrive, so the list does not flicker. */
function useAddressSuggestions(state: string) {
  const boot = useBoot();
  const { getState } = usePageStore();
  const settings = boot.googleSuggestions;
  const { value: ofGoogle } = useLazyPart(google, settings !== null);
  const provider = useMemo(
    () => (settings ? ofGoogle?.googleSuggestions(settings) : embeddedSuggestions(getState)),
    [settings, ofGoogle, getState],
  );
  const [typed, setTyped] = useState('');
  const [suggestions, setSuggestions] = useState<readonly SuggestedAddressLabel[]>([]);
  const pending = useRef(new AbortController());

  useEffect(() => {
    if (typed === '' || !provider) return;
    const request = new AbortController();
    const timer = setTimeout(async () => {
      const found = await provider.suggest(typed, request.signal, state);
      if (!request.signal.aborted) setSuggestions(found);
    }, pauseMillis);
    return () => {
      clearTimeout(timer);
      request.abort();
    };
  }, [provider, typed, state]);

  useEffect(() => () => pending.current.abort(), []);

  function suggestFor(text: string): void {
    const isEnough = text.trim().length >= fewestCharacters;
    setTyped(isEnough ? text : '');
    if (!isEnough) setSuggestions([]);
  }

  /** Resolves to a suggestion's address; to undefined if there is none, or if the person typed or left the screen meanwhile. */
  async function addressOf(suggestion: SuggestedAddressLabel): Promise<SuggestedAddress | undefined> {
    pending.current.abort();
    const request = new AbortController();
    pending.current = request;
    const { signal } = request;
    document.addEventListener('input', () => request.abort(), { signal });
    const address = await suggestion.address(signal);
    const isTooLate = signal.aborted;
    request.abort();
    return isTooLate ? undefined : address;
  }

  return { suggestions, attribution: provider?.attribution, suggestFor, addressOf };
}

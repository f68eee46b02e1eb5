import { useEffect, useMemo, useRef, useState } from 'react';
import type {
  SuggestedAddress,
  SuggestedAddressLabel,
  SuggestionsProvider,
} from '../api/suggestions-provider.ts';
import { lazyPart, useLazyPart } from '../lazy/lazy-part.ts';
import { customScreens } from '../lazy/parts.ts';
import { useBoot, usePageStore } from '../state/use-page.ts';

/** Suggestions of Google's, which few programs use. */
const google = lazyPart('web/api/google-suggestions.ts', () => import('../api/google-suggestions.ts'));

/** With fewer characters than this, suggestions would be useless. */
const fewestCharacters = 3;
/** Milliseconds without typing before suggestions are fetched. */
const pauseMillis = 250;

export interface AddressSuggestionList extends Pick<SuggestionsProvider, 'attribution'> {
  readonly suggestions: readonly SuggestedAddressLabel[];
  /** Fetches suggestions for the typed text; an empty text removes them. */
  readonly suggestFor: (typed: string) => void;
  /** The address of a suggestion; undefined if it cannot be had, or if the person typed on or left meanwhile. */
  readonly addressOf: (suggestion: SuggestedAddressLabel) => Promise<SuggestedAddress | undefined>;
}

/**
 * Suggestions for a street while it is typed. Old ones stay until new ones arrive, so that the list does not flicker;
 * responses that arrive too late are dropped. Until a provider is loaded there are none. `state`: the one already chosen for the address.
 */
export function useAddressSuggestions(state: string): AddressSuggestionList {
  const boot = useBoot();
  const { getState } = usePageStore();
  const settings = boot.googleSuggestions;
  const { value: ofGoogle } = useLazyPart(google, settings !== null);
  const { value: embedded } = useLazyPart(customScreens, settings === null);
  const provider = useMemo(
    () => (settings ? ofGoogle?.googleSuggestions(settings) : embedded?.embeddedSuggestions(getState)),
    [settings, ofGoogle, embedded, getState],
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

  const suggestFor = (text: string) => {
    const isEnough = text.trim().length >= fewestCharacters;
    setTyped(isEnough ? text : '');
    if (!isEnough) setSuggestions([]);
  };

  const addressOf = async (suggestion: SuggestedAddressLabel) => {
    pending.current.abort();
    const request = new AbortController();
    pending.current = request;
    const { signal } = request;
    document.addEventListener('input', () => request.abort(), { signal });
    const address = await suggestion.address(signal);
    const isTooLate = signal.aborted;
    request.abort();
    return isTooLate ? undefined : address;
  };

  return {
    suggestions,
    suggestFor,
    addressOf,
    ...(provider?.attribution && { attribution: provider.attribution }),
  };
}

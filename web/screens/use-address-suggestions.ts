import { useEffect, useRef, useState } from 'react';
import { embeddedSuggestions } from '../api/embedded-suggestions.ts';
import { googleSuggestions } from '../api/google-suggestions.ts';
import type {
  SuggestedAddress,
  SuggestedAddressLabel,
  SuggestionsProvider,
} from '../api/suggestions-provider.ts';
import { useBoot, usePageStore } from '../state/use-page.ts';

/** Fewer typed characters than these say nothing of an address. */
const fewest = 3;
/** A pause in the typing after which it is worth asking. */
const pauseMillis = 250;

export interface AddressSuggestionList extends Pick<SuggestionsProvider, 'attribution'> {
  readonly suggestions: readonly SuggestedAddressLabel[];
  /** Asks for suggestions for what is typed; with nothing, takes them away. */
  readonly look: (typed: string) => void;
  /** The address of a suggestion; undefined where it does not come, or too late: somebody has typed on or left. */
  readonly addressOf: (suggestion: SuggestedAddressLabel) => Promise<SuggestedAddress | undefined>;
}

/**
 * Suggestions for a street being typed. While it goes on those before stay, so that nothing flickers, and an answer
 * that comes too late is dropped.
 */
export function useAddressSuggestions(): AddressSuggestionList {
  const boot = useBoot();
  const { getState } = usePageStore();
  const [provider] = useState(() =>
    boot.googleSuggestions ? googleSuggestions(boot.googleSuggestions) : embeddedSuggestions(getState),
  );
  const [typed, setTyped] = useState('');
  const [suggestions, setSuggestions] = useState<readonly SuggestedAddressLabel[]>([]);
  const waiting = useRef(new AbortController());

  useEffect(() => {
    if (typed === '') return;
    const asking = new AbortController();
    const timer = setTimeout(async () => {
      const found = await provider.suggest(typed, asking.signal);
      if (!asking.signal.aborted) setSuggestions(found);
    }, pauseMillis);
    return () => {
      clearTimeout(timer);
      asking.abort();
    };
  }, [provider, typed]);

  useEffect(() => () => waiting.current.abort(), []);

  const look = (text: string) => {
    const isEnough = text.trim().length >= fewest;
    setTyped(isEnough ? text : '');
    if (!isEnough) setSuggestions([]);
  };

  const addressOf = async (suggestion: SuggestedAddressLabel) => {
    waiting.current.abort();
    const asking = new AbortController();
    waiting.current = asking;
    const { signal } = asking;
    document.addEventListener('input', () => asking.abort(), { signal });
    const address = await suggestion.address(signal);
    const isTooLate = signal.aborted;
    asking.abort();
    return isTooLate ? undefined : address;
  };

  return { suggestions, look, addressOf, ...(provider.attribution && { attribution: provider.attribution }) };
}

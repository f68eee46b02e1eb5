import { useEffect, useRef, useState } from 'react';
import { embeddedPlaces } from '../session/embedded-places.ts';
import { googlePlaces } from '../session/google-places.ts';
import type { PlacesProvider, SuggestedAddress, SuggestedPlace } from '../session/places-provider.ts';
import { useSession } from '../session/use-session.ts';

/** Fewer typed characters than these say nothing of an address. */
const fewest = 3;
/** A pause in the typing after which it is worth asking. */
const pauseMillis = 250;

export interface SuggestedPlaces extends Pick<PlacesProvider, 'attribution'> {
  readonly places: readonly SuggestedPlace[];
  /** Asks for suggestions for what is typed; with nothing, takes them away. */
  readonly look: (typed: string) => void;
  /** The address of a suggestion; undefined where it does not come, or too late: somebody has typed on or left. */
  readonly addressOf: (place: SuggestedPlace) => Promise<SuggestedAddress | undefined>;
}

/**
 * Suggestions for a street being typed. While it goes on those before stay, so that nothing flickers, and an answer
 * that comes too late is dropped.
 */
export function useSuggestedPlaces(): SuggestedPlaces {
  const session = useSession();
  const { boot } = session;
  const [provider] = useState(() =>
    boot.googlePlaces ? googlePlaces(boot.googlePlaces) : embeddedPlaces(session),
  );
  const [typed, setTyped] = useState('');
  const [places, setPlaces] = useState<readonly SuggestedPlace[]>([]);
  const waiting = useRef(new AbortController());

  useEffect(() => {
    if (typed === '') return;
    const asking = new AbortController();
    const timer = setTimeout(async () => {
      const found = await provider.suggest(typed, asking.signal);
      if (!asking.signal.aborted) setPlaces(found);
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
    if (!isEnough) setPlaces([]);
  };

  const addressOf = async (place: SuggestedPlace) => {
    waiting.current.abort();
    const asking = new AbortController();
    waiting.current = asking;
    const { signal } = asking;
    document.addEventListener('input', () => asking.abort(), { signal });
    const address = await place.address(signal);
    const isTooLate = signal.aborted;
    asking.abort();
    return isTooLate ? undefined : address;
  };

  return { places, look, addressOf, ...(provider.attribution && { attribution: provider.attribution }) };
}

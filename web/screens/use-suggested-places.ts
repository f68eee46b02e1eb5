import { useEffect, useState } from 'react';
import type { Place } from '../../api/place.ts';
import { suggestedPlaces } from '../session/suggested-places.ts';
import { useSession } from '../session/use-session.ts';

/** Fewer typed characters than these say nothing of an address. */
const fewest = 3;
/** A pause in the typing after which it is worth asking. */
const pauseMillis = 250;

/**
 * Suggestions for a street being typed. While it goes on those before stay, so that nothing flickers, and an answer
 * that comes too late is dropped; `look` with nothing takes them away.
 */
export function useSuggestedPlaces(): {
  readonly places: readonly Place[];
  readonly look: (typed: string) => void;
} {
  const session = useSession();
  const [typed, setTyped] = useState('');
  const [places, setPlaces] = useState<readonly Place[]>([]);

  useEffect(() => {
    if (typed === '') return;
    const asking = new AbortController();
    const timer = setTimeout(async () => {
      const found = await suggestedPlaces(session, typed, asking.signal);
      if (!asking.signal.aborted) setPlaces(found);
    }, pauseMillis);
    return () => {
      clearTimeout(timer);
      asking.abort();
    };
  }, [session, typed]);

  const look = (text: string) => {
    const isEnough = text.trim().length >= fewest;
    setTyped(isEnough ? text : '');
    if (!isEnough) setPlaces([]);
  };
  return { places, look };
}

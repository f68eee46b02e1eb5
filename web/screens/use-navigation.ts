/** Moving between places; the address is the only memory of where one is (D43). */
import { useLocation } from 'wouter';
import type { Place } from '../../form/places.ts';
import { urlOf } from '../../form/places.ts';
import { previousPlace } from '../../form/walk.ts';
import { entryNumber } from '../session/history-entries.ts';
import { usePageState } from '../session/use-session.ts';

/** Goes to a place, leaving an entry that Back comes back to, unless the place is to replace it. */
export function useGo(): (place: Place, options?: { readonly replace: boolean }) => void {
  const [, navigate] = useLocation();
  return (place, options) => navigate(urlOf(place), options);
}

/** Leaves for an address: through the history where the entry before is ours, else in place of this one. */
function useLeave(): (url: string) => void {
  const [, navigate] = useLocation();
  return (url) => {
    if (entryNumber() > 0) history.back();
    else navigate(url, { replace: true });
  };
}

/** One place back: to where one came from, else to the place before in order. */
export function useGoBack(place: Place): { readonly href: string; readonly go: () => void } | undefined {
  const leave = useLeave();
  const { situation } = usePageState();
  const before = previousPlace(place, situation);
  if (!before) return undefined;
  const href = urlOf(before);
  return { href, go: () => leave(href) };
}

/** Leaves a screen for the place it was opened from. */
export function useLeaveTo(place: Place): () => void {
  const leave = useLeave();
  return () => leave(urlOf(place));
}

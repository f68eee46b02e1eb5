import { useEffect } from 'react';
import type { Place } from '../../form/places.ts';
import { fieldsAt, urlOf } from '../../form/places.ts';
import { nextPlace } from '../../form/walk.ts';
import { loadIndustries } from '../inputs/industry-list.ts';
import { useSession } from '../session/use-session.ts';

/** Loads the industry list while the screen before it is open, so that it is there when it is asked for (P5). */
export function usePreload(place: Place): void {
  const { situation } = useSession();
  const following = urlOf(nextPlace(place, situation()));
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each place that follows.
  useEffect(() => {
    const fields = fieldsAt(nextPlace(place, situation()), situation());
    // A list that does not come is the chooser's to speak of, which asks for it again.
    if (fields.some(([, { kind }]) => kind === 'industry')) loadIndustries().catch(() => undefined);
  }, [following]);
}

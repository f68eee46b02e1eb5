/** Address suggestions of our own server (D40). */
import type { Place } from '../../api/place.ts';
import { call } from './api-client.ts';
import type { PageSession } from './page-session.ts';
import type { PlacesProvider } from './places-provider.ts';

/** The provider that needs no key: its suggestions are whole addresses already. */
export function embeddedPlaces({ store }: PageSession): PlacesProvider {
  return {
    suggest: async (typed, signal) => {
      const answer = await call<{ readonly places: readonly Place[] }>(
        store.get().session?.webSessionId ?? null,
        { method: 'POST', path: '/places', body: { query: typed }, signal },
      );
      if (!answer.ok) return [];
      return answer.body.places.map(({ id, label, ...address }) => ({
        id,
        label,
        address: async () => address,
      }));
    },
  };
}

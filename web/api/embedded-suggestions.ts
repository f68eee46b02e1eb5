/** Address suggestions from our own server (D40). */
import type { AddressSuggestion } from '../../api/address-suggestion.ts';
import type { PageState } from '../state/page-state.ts';
import { call } from './api-client.ts';
import type { SuggestionsProvider } from './suggestions-provider.ts';

/** The provider that needs no key. Its suggestions already contain the whole address. */
export function embeddedSuggestions(getState: () => Pick<PageState, 'session'>): SuggestionsProvider {
  return {
    suggest: async (typed, signal) => {
      const response = await call<{ readonly places: readonly AddressSuggestion[] }>(
        getState().session?.webSessionId ?? null,
        { method: 'POST', path: '/places', body: { query: typed }, signal },
      );
      if (!response.ok) return [];
      return response.body.places.map(({ id, label, ...address }) => ({
        id,
        label,
        address: async () => address,
      }));
    },
  };
}

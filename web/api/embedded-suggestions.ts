import type { AddressSuggestion } from '../../api/address-suggestion.ts';
import type { ApplicationState } from '../../form/fields/application-state.ts';
import { call } from './api-client.ts';
import type { SuggestionsProvider } from './suggestions-provider.ts';

/** Suggests cities and ZIP codes from our own server (D40). Places near the business come first. */
export function embeddedSuggestions(
  getState: () => {
    readonly session: { readonly webSessionId: string } | null;
    readonly application: ApplicationState;
  },
): SuggestionsProvider {
  return {
    suggest: async (typed, signal, state) => {
      const { session, application } = getState();
      const near = application.applicationData.addressPostalCode;
      const body = { query: typed, ...(state && { state }), ...(near && { near }) };
      const response = await call<{ readonly places: readonly AddressSuggestion[] }>(
        session?.webSessionId ?? null,
        { method: 'POST', path: '/places', body, signal },
      );
      if (!response.ok) return [];
      return response.body.places.map(({ id, label, ...address }) => ({
        id,
        label,
        cityOnly: true,
        address: async () => address,
      }));
    },
  };
}

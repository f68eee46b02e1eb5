/** Address suggestions from our own server (D40). */
import type { AddressSuggestion } from '../../api/address-suggestion.ts';
import type { ApplicationState } from '../../form/fields/application-state.ts';
import { call } from './api-client.ts';
import type { SuggestionsProvider } from './suggestions-provider.ts';

/**
 * The provider that needs no key. It completes city and ZIP only, near the business once that is known. Its suggestions
 * already contain all that it fills in.
 */
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
      const response = await call<{ readonly places: readonly AddressSuggestion[] }>(
        session?.webSessionId ?? null,
        {
          method: 'POST',
          path: '/places',
          body: { query: typed, ...(state && { state }), ...(near && { near }) },
          signal,
        },
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

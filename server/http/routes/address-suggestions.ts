/** The route for address suggestions. The server finds them in an embedded list of cities, without a maps provider (D40). */
import { AddressQuery, AddressSuggestions } from '../../../api/address-suggestion.ts';
import type { Api } from '../api-types.ts';
import { checkedBody } from '../guards/request-context.ts';
import { operation } from '../openapi.ts';

const findPlaces = operation('findPlaces', 'Complete the city and ZIP of a typed address', {
  body: AddressQuery,
  response: { 200: AddressSuggestions },
});

export function addressSuggestionRoutes(app: Api): void {
  app.post('/places', findPlaces, async (request) => {
    const { query, ...around } = checkedBody(request);
    // Import this module only when the first query arrives, because its list of ZIP codes is large.
    const { findAddresses } = await import('../../address-suggestions/embedded-suggestions.ts');
    return { places: [...findAddresses(query, around)] };
  });
}

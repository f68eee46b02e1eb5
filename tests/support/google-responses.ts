/** Sample responses of the Google Places API (New), in the documented format (D40). */

/** A response of `places:autocomplete`: two addresses, and a suggestion that is not a place. */
export const autocompleteResponse = {
  suggestions: [
    {
      placePrediction: {
        place: 'places/ChIJLyndale-8111',
        placeId: 'ChIJLyndale-8111',
        text: {
          text: '8111 Lyndale Avenue South, Bloomington, MN, USA',
          matches: [{ endOffset: 12 }],
        },
        structuredFormat: {
          mainText: { text: '8111 Lyndale Avenue South', matches: [{ endOffset: 12 }] },
          secondaryText: { text: 'Bloomington, MN, USA' },
        },
        types: ['street_address', 'geocode'],
      },
    },
    { queryPrediction: { text: { text: '8111 Lyndale Pizza', matches: [{ endOffset: 12 }] } } },
    {
      placePrediction: {
        place: 'places/EiNCcm9va2x5bg',
        placeId: 'EiNCcm9va2x5bg',
        text: { text: '8111 Lyndale Street, Brooklyn, NY, USA' },
        types: ['premise', 'geocode'],
      },
    },
  ],
} as const;

/** Returns an address component in Google's format. */
function component(longText: string, shortText: string, ...types: string[]) {
  return { longText, shortText, types, languageCode: 'en' };
}

/** The response of `places/{id}` for the first suggested place, with the field mask `addressComponents`. */
export const placeResponse = {
  addressComponents: [
    component('8111', '8111', 'street_number'),
    component('Lyndale Avenue South', 'Lyndale Ave S', 'route'),
    component('West Bloomington', 'West Bloomington', 'neighborhood', 'political'),
    component('Bloomington', 'Bloomington', 'locality', 'political'),
    component('Hennepin County', 'Hennepin County', 'administrative_area_level_2', 'political'),
    component('Minnesota', 'MN', 'administrative_area_level_1', 'political'),
    component('United States', 'US', 'country', 'political'),
    component('55420', '55420', 'postal_code'),
    component('1234', '1234', 'postal_code_suffix'),
  ],
};

/** Returns `placeResponse` with some components replaced. `null` removes a component. */
export function placeResponseWith(
  changes: Readonly<Record<string, readonly [longText: string, shortText: string] | null>>,
) {
  const others = placeResponse.addressComponents.filter(
    ({ types }) => !types.some((type) => type in changes),
  );
  const changed = Object.entries(changes).flatMap(([type, texts]) =>
    texts ? [component(...texts, type, 'political')] : [],
  );
  return { addressComponents: [...others, ...changed] };
}

/** The schemas of address suggestions. The server finds the suggestions in an embedded list of cities (D40). */
import Type, { type Static } from 'typebox';
import { object } from './shape.ts';

export const AddressQuery = object('AddressQuery', {
  query: Type.String({ maxLength: 200 }),
  state: Type.Optional(
    Type.String({ maxLength: 2, description: 'The state already chosen, whose cities come first' }),
  ),
  near: Type.Optional(Type.String({ maxLength: 5, description: 'A ZIP code; places near it come first' })),
});

export const AddressSuggestion = object('AddressSuggestion', {
  id: Type.String(),
  label: Type.String({ description: 'City, state and ZIP, the completed part' }),
  addressLine: Type.String({ description: 'The street as it was typed' }),
  addressCity: Type.String(),
  addressState: Type.String(),
  addressPostalCode: Type.String(),
});

export const AddressSuggestions = object('AddressSuggestions', { places: Type.Array(AddressSuggestion) });
export type AddressSuggestion = Static<typeof AddressSuggestion>;

/** Address suggestions of the embedded places provider (D40). */
import type { Static } from 'typebox';
import Type from 'typebox';
import { exactly } from './shape.ts';

export const AddressQuery = exactly({ query: Type.String({ maxLength: 200 }) });

export const AddressSuggestion = exactly({
  id: Type.String(),
  label: Type.String(),
  addressLine: Type.String(),
  addressCity: Type.String(),
  addressState: Type.String(),
  addressPostalCode: Type.String(),
});

export const AddressSuggestions = exactly({ places: Type.Array(AddressSuggestion) });
export type AddressSuggestion = Static<typeof AddressSuggestion>;

/** Gives screens the input for a street without loading it with the first screens. */
import type { SuggestedAddress } from '../api/suggestions-provider.ts';
import type { InputProps } from '../inputs/input-props.ts';
import type { Component } from '../jsx/types.ts';

type StreetInput = Component<
  InputProps & { readonly state: string; readonly onPick: (address: SuggestedAddress) => void }
>;

let loaded: StreetInput | undefined;

/** Returns the input for a street with suggestions, or undefined until `custom-screens.ts` is loaded. */
export const streetInput = (): StreetInput | undefined => loaded;

/** Provides the input for a street. */
export function provideStreetInput(input: StreetInput): void {
  loaded = input;
}

/** The interface to a service that suggests addresses: this server or Google (D40). */
import type { AddressSuggestion } from '../../api/address-suggestion.ts';

/** A suggested address. The page copies it into the fields. Unknown parts are empty. */
export type SuggestedAddress = Omit<AddressSuggestion, 'id' | 'label'>;

export interface SuggestedAddressLabel {
  readonly id: string;
  readonly label: string;
  /** True if the service suggests only a city and ZIP code. The street then remains as typed. */
  readonly cityOnly?: boolean;
  /** Called once, when the person picks the suggestion. Returns the whole address; undefined if the service returns none. */
  readonly address: (signal: AbortSignal) => Promise<SuggestedAddress | undefined>;
}

/** Suggests addresses while the person types. Never rejects: if the service fails, there are no suggestions. */
export interface SuggestionsProvider {
  /** A text that the service's terms require next to its suggestions. */
  readonly attribution?: string;
  /** `state` is the US state that the person has already chosen for the address; empty if none is chosen. */
  readonly suggest: (
    typed: string,
    signal: AbortSignal,
    state?: string,
  ) => Promise<readonly SuggestedAddressLabel[]>;
}

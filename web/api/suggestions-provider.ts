/** What the page needs of a service that suggests addresses: this server or Google (D40). */
import type { AddressSuggestion } from '../../api/address-suggestion.ts';

/** An address to fill in. Unknown parts are empty. */
export type SuggestedAddress = Omit<AddressSuggestion, 'id' | 'label'>;

export interface SuggestedAddressLabel {
  readonly id: string;
  readonly label: string;
  /** True if the service suggests only city and ZIP code for the typed street. */
  readonly cityOnly?: boolean;
  /** Returns the whole address; undefined if that fails. Called once, when the suggestion is picked. */
  readonly address: (signal: AbortSignal) => Promise<SuggestedAddress | undefined>;
}

/** Suggests addresses during typing. Never rejects: if the service fails, there are no suggestions. */
export interface SuggestionsProvider {
  /** A text that the service's terms require next to its suggestions. */
  readonly attribution?: string;
  /** `state`: the one already chosen for the address, or empty. */
  readonly suggest: (
    typed: string,
    signal: AbortSignal,
    state?: string,
  ) => Promise<readonly SuggestedAddressLabel[]>;
}

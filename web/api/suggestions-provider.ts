/** What the page needs from a service that suggests addresses; there are two (D40). */
import type { AddressSuggestion } from '../../api/address-suggestion.ts';

/** An address to fill in. Parts that the service does not know are empty. */
export type SuggestedAddress = Omit<AddressSuggestion, 'id' | 'label'>;

export interface SuggestedAddressLabel {
  readonly id: string;
  readonly label: string;
  /** True if only the city and ZIP behind the typed street are suggested, for want of a list of streets. */
  readonly cityOnly?: boolean;
  /** The whole address; undefined if the service fails or `signal` aborts. Requested once, when picked. */
  readonly address: (signal: AbortSignal) => Promise<SuggestedAddress | undefined>;
}

/**
 * Suggests addresses during typing. None of its functions throws: if the service fails there are no suggestions, and
 * the address can still be typed.
 */
export interface SuggestionsProvider {
  /** A text that the service's terms require beside its suggestions. */
  readonly attribution?: string;
  /** `state`: the one already chosen for the address; empty where none is. */
  readonly suggest: (
    typed: string,
    signal: AbortSignal,
    state?: string,
  ) => Promise<readonly SuggestedAddressLabel[]>;
}

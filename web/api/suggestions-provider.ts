/** What a service that suggests addresses does for the page; there are two of them (D40). */
import type { AddressSuggestion } from '../../api/address-suggestion.ts';

/** An address as it is filled in. What the service does not know of it is empty. */
export type SuggestedAddress = Omit<AddressSuggestion, 'id' | 'label'>;

export interface SuggestedAddressLabel {
  readonly id: string;
  readonly label: string;
  /** The whole address; undefined where the service fails or `signal` ends the wait. Asked for once, when picked. */
  readonly address: (signal: AbortSignal) => Promise<SuggestedAddress | undefined>;
}

/**
 * Suggests addresses while somebody types. Neither this nor an address ever throws: a service that fails has nothing
 * to suggest, for it must never stand in the way of typing by hand.
 */
export interface SuggestionsProvider {
  /** What the service's terms want to be read beside its suggestions. */
  readonly attribution?: string;
  readonly suggest: (typed: string, signal: AbortSignal) => Promise<readonly SuggestedAddressLabel[]>;
}

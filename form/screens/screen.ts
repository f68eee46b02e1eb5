/** Declares a screen: its route, and its fields in groups of at most four (D12). The screen's text is in copy/. */

import type { AgreementKey, ApplicationState } from '../fields/application-state.ts';
import type { FieldKey, RecordName } from '../fields/form.ts';
import type { Questions } from '../fields/questions.ts';

/** Fields of one record that are shown together. The page shows one group at a time, and each group has its own history entry. */
interface GroupOf<R extends RecordName> {
  readonly record: R;
  readonly fields: readonly FieldKey<R>[];
  /** Whether the page shows these fields, for the first person, below the preceding group's question if the answer is Yes. */
  readonly underYes?: true;
  /** Whether this group can be skipped although its screen can't be (D14). */
  readonly skippable?: true;
  /** Whether Skip discards what was typed in this group. If anything was typed, the page asks for confirmation first. */
  readonly skipLosesTyped?: true;
  /** The answers to questions of the flow that are implied if the person changes these fields in the review. */
  readonly assuming?: Questions;
  /** Whether the fields are the street, city, state and ZIP code of an address, which the review shows as one answer. */
  readonly isAddress?: true;
}

export type Group = { [R in RecordName]: GroupOf<R> }[RecordName];

/** The groups of a screen. Only a screen without fields has `when`; others are shown if any of their fields is asked. */
type Shown =
  | { readonly groups: readonly []; readonly when?: (state: ApplicationState) => boolean }
  | { readonly groups: readonly [Group, ...Group[]]; readonly when?: never };

export type Screen = Shown & {
  /** The route without `/apply`, with hyphens in place of slashes. */
  readonly key: string;
  readonly route: string;
  /** Whether the screen can be skipped (D14). */
  readonly skippable?: true;
  /** Returns whether Next and Back skip the screen (D54, D63). It can still be opened at its address. */
  readonly isSkipped?: (state: ApplicationState) => boolean;
  /** Returns whether the person has given an answer on this screen that ends the application (spec section 4). */
  readonly stops?: (state: ApplicationState) => boolean;
  /** The agreement that the person reads and agrees to on this screen. */
  readonly agreement?: AgreementKey;
  /** Returns whether nothing is left to do on this screen besides its fields. Undefined if it requires only its fields. */
  readonly satisfied?: (state: ApplicationState) => boolean;
};

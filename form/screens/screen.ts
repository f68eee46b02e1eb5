/** Declares a screen: its route, and its fields in groups of at most four (D12). The screen's text is in copy/. */

import type { AgreementKey, ApplicationState } from '../fields/application-state.ts';
import type { FieldKey, RecordName } from '../fields/form.ts';
import type { Questions } from '../fields/questions.ts';

/** Fields of one record that are shown together. The page shows one group at a time, and each group has its own history entry. */
interface GroupOf<R extends RecordName> {
  readonly record: R;
  readonly fields: readonly FieldKey<R>[];
  /**
   * Whether the group before, which is one question, asks for these fields of the first person below its answer Yes. Next and Back
   * then skip this group for the first person, and its own address still shows it.
   */
  readonly underYes?: true;
  /** Whether this group can be skipped although its screen can't be (D14). */
  readonly skippable?: true;
  /** Whether Skip discards what was typed in this group. If anything was typed, the page asks for confirmation first. */
  readonly skipLosesTyped?: true;
  /** The answers to questions of the flow that are implied if the person changes these fields in the review. */
  readonly assuming?: Questions;
  /**
   * Whether the fields are the street, city, state and ZIP code of an address. The review shows and changes them as one answer.
   */
  readonly isAddress?: true;
}

export type Group = { [R in RecordName]: GroupOf<R> }[RecordName];

/**
 * The groups of a screen, and when the screen is shown. Only a screen without fields has `when`. Any other screen is shown if any
 * of its fields is asked.
 */
type Shown =
  | { readonly groups: readonly []; readonly when?: (state: ApplicationState) => boolean }
  | { readonly groups: readonly [Group, ...Group[]]; readonly when?: never };

export type Screen = Shown & {
  /** The route without `/apply`, with hyphens in place of slashes. */
  readonly key: string;
  readonly route: string;
  /** Whether the screen can be skipped (D14). */
  readonly skippable?: true;
  /**
   * Returns whether Next and Back skip the screen (D54, D63). A skipped screen can still be opened at its address. If undefined,
   * the screen is never skipped.
   */
  readonly isSkipped?: (state: ApplicationState) => boolean;
  /** Returns whether the person has given an answer on this screen that ends the application (spec section 4). */
  readonly stops?: (state: ApplicationState) => boolean;
  /** The agreement that the person reads and agrees to on this screen. */
  readonly agreement?: AgreementKey;
  /**
   * Returns whether there is nothing left to do on this screen in addition to its fields. Undefined if the screen requires only
   * its fields.
   */
  readonly satisfied?: (state: ApplicationState) => boolean;
};

/** The declaration of a screen: its route, and its fields in groups of at most four (D12). Its words are in copy/. */

import type { AgreementKey, ApplicationState } from '../fields/application-state.ts';
import type { FieldKey, RecordName } from '../fields/form.ts';
import type { Questions } from '../fields/questions.ts';

/** Fields of one record that are shown together. The page shows one group at a time, each with its own history entry. */
interface GroupOf<R extends RecordName> {
  readonly record: R;
  readonly fields: readonly FieldKey<R>[];
  /**
   * Whether the group before, which is one question, asks for these fields of the first person below its answer Yes. Next and Back
   * then skip this group for the first person, and its own address still shows it.
   */
  readonly underYes?: true;
  /** Whether this group can be skipped although its screen can't (D14). */
  readonly skippable?: true;
  /** Whether Skip drops what was typed in this group. If anything was typed, the page asks for confirmation first. */
  readonly skipLosesTyped?: true;
  /** The answers to questions of the flow that a change of these fields in the review implies. */
  readonly assuming?: Questions;
  /** Whether the fields are street, city, state and ZIP code of an address. The review shows and changes them as one answer. */
  readonly isAddress?: true;
}

export type Group = { [R in RecordName]: GroupOf<R> }[RecordName];

/** The groups of a screen, and when it is shown. Only a screen without fields has `when`; others appear if a field is asked. */
type Shown =
  | { readonly groups: readonly []; readonly when?: (state: ApplicationState) => boolean }
  | { readonly groups: readonly [Group, ...Group[]]; readonly when?: never };

export type Screen = Shown & {
  /** The route without `/apply`, with hyphens in place of slashes. */
  readonly key: string;
  readonly route: string;
  /** Whether the screen can be skipped (D14). */
  readonly skippable?: true;
  /** Returns whether Next and Back skip the screen (D54, D63), which its address still shows. If undefined, they never do. */
  readonly isSkipped?: (state: ApplicationState) => boolean;
  /** Returns whether a given answer on this screen ends the application (spec section 4). */
  readonly stops?: (state: ApplicationState) => boolean;
  /** The agreement that the person reads and agrees to on this screen. */
  readonly agreement?: AgreementKey;
  /** Returns whether nothing is left to do on this screen besides its fields. Undefined if the screen needs only its fields. */
  readonly satisfied?: (state: ApplicationState) => boolean;
};

/** The fields of a home or business address, in the order in which every screen asks for them. */
export const addressKeys = ['addressLine', 'addressCity', 'addressState', 'addressPostalCode'] as const;

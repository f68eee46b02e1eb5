/** How a screen is declared: its route, and its fields in groups of at most four (D12). Its words are in copy/. */

import type { AgreementKey, ApplicationState } from '../fields/application-state.ts';
import type { FieldKey, RecordName } from '../fields/form.ts';
import type { Questions } from '../fields/questions.ts';

/** Fields of one record that are shown together, one group at a time, each with a history entry of its own. */
interface GroupOf<R extends RecordName> {
  readonly record: R;
  readonly fields: readonly FieldKey<R>[];
  /** The group can be skipped although its screen cannot (D14). */
  readonly skippable?: true;
  /** Skipping it drops what was typed here; the page asks first if anything was. */
  readonly skipLosesTyped?: true;
  /** Answers to questions that changing these fields from the review implies. */
  readonly assuming?: Questions;
  /** The fields are street, city, state and ZIP code of one address: the review shows and changes them as one answer. */
  readonly isAddress?: true;
}

export type Group = { [R in RecordName]: GroupOf<R> }[RecordName];

/** A screen without fields can declare when it is shown; any other screen is shown if one of its fields is asked. */
type Shown =
  | { readonly groups: readonly []; readonly when?: (state: ApplicationState) => boolean }
  | { readonly groups: readonly [Group, ...Group[]]; readonly when?: never };

export type Screen = Shown & {
  /** The route without `/apply`, its slashes turned to hyphens. */
  readonly key: string;
  readonly route: string;
  /** The screen can be skipped (D14). */
  readonly skippable?: true;
  /** Returns whether Next and Back skip the screen, though its address shows it (D54, D63); never if undefined. */
  readonly isSkipped?: (state: ApplicationState) => boolean;
  /** Returns whether an answer given here ends the application (spec section 4). */
  readonly stops?: (state: ApplicationState) => boolean;
  /** The agreement that is read and agreed to here. */
  readonly agreement?: AgreementKey;
  /** Returns whether nothing is left to do here apart from the fields; true if undefined. */
  readonly satisfied?: (state: ApplicationState) => boolean;
};

/** The fields of a home or business address in the order in which every screen asks for them. */
export const addressKeys = ['addressLine', 'addressCity', 'addressState', 'addressPostalCode'] as const;

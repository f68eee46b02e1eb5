/** How a screen is declared: its route, and its fields in groups of at most four (D12). Its words are in copy/. */

import type { AgreementKey, ApplicationState } from '../fields/application-state.ts';
import type { FieldKey, RecordName } from '../fields/form.ts';
import type { Questions } from '../fields/questions.ts';

/** Fields of one record that are shown together, one group at a time, each with a history entry of its own. */
interface GroupOf<R extends RecordName> extends GroupOptions {
  readonly record: R;
  readonly fields: readonly FieldKey<R>[];
}

export type Group = { [R in RecordName]: GroupOf<R> }[RecordName];

export interface GroupOptions {
  /** The group can be skipped (D14); left out: as its screen. */
  readonly skippable?: true;
  /** Skipping it drops what was typed here; the page asks first where anything was. */
  readonly skipLosesTyped?: true;
  /** What changing these fields from the review implies, where they are not asked until then. */
  readonly assuming?: Questions;
  /** The fields are street, city, state and ZIP code of one address: the review shows and changes them as one answer. */
  readonly isAddress?: true;
}

/** A screen without fields can declare when it is shown; any other screen is shown if one of its fields is asked. */
type Shown =
  | { readonly groups: readonly []; readonly when?: (state: ApplicationState) => boolean }
  | { readonly groups: readonly [Group, ...Group[]]; readonly when?: never };

export type Screen = Shown & {
  /** The route with its slashes turned to hyphens, `/apply` left off. */
  readonly key: string;
  readonly route: string;
  /** The screen can be skipped (D14). */
  readonly skippable?: true;
  /** Whether Next and Back skip the screen, though its address shows it (D54, D63); never if undefined. */
  readonly passedBy?: (state: ApplicationState) => boolean;
  /** Whether an answer given here ends the application (spec section 4). */
  readonly stops?: (state: ApplicationState) => boolean;
  /** The agreement that is read and agreed to here. */
  readonly agreement?: AgreementKey;
  /** Whether nothing is left to do here apart from the fields; true if undefined. */
  readonly satisfied?: (state: ApplicationState) => boolean;
};

/** Declares a group, keeping its exact type; a field that the record does not have does not compile. */
export function group<
  R extends RecordName,
  const F extends readonly FieldKey<R>[],
  const O extends GroupOptions = object,
>(record: R, fields: F, options?: O): { readonly record: R; readonly fields: F } & NoInfer<O> {
  return { record, fields, ...(options as O) };
}

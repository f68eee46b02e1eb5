/** Declares a screen: its route, and its fields in groups of at most four (D12). The texts of the screen are in copy/. */
import type { AgreementKey, ApplicationState } from '../fields/application-state.ts';
import type { FieldKey, RecordName } from '../fields/form.ts';
import type { Questions } from '../fields/questions.ts';

/** Fields of one record that the page shows together. Each group has its own history entry. */
interface GroupOf<R extends RecordName> {
  readonly record: R;
  readonly fields: readonly FieldKey<R>[];
  /**
   * Whether the preceding group's step also shows this group's fields for the first person. The preceding group is a question.
   * These fields appear below the question after the answer Yes.
   */
  readonly underYes?: true;
  /** Whether Skip discards the text that was typed in this group. The page asks for confirmation before it discards any text. */
  readonly skipLosesTyped?: true;
  /** Answers to questions of the flow. The page assumes these answers if a person changes these fields in the review. */
  readonly assuming?: Questions;
  /** Whether the fields are the street, city, state and ZIP code of an address. The review shows such fields as one answer. */
  readonly isAddress?: true;
}

export type Group = { [R in RecordName]: GroupOf<R> }[RecordName];

/** A screen's groups. The screen is shown if any of their fields is asked for. Only a screen without groups can have `when`. */
type Shown =
  | { readonly groups: readonly []; readonly when?: (state: ApplicationState) => boolean }
  | { readonly groups: readonly [Group, ...Group[]]; readonly when?: never };

export type Screen = Shown & {
  /** The route without `/apply/`, and with hyphens in place of slashes. For the route `/apply`, it is `start`. */
  readonly key: string;
  readonly route: string;
  /** Whether the screen can be skipped (D14). */
  readonly skippable?: true;
  /** Returns whether Next and Back skip the screen (D54, D63). The page still shows a skipped screen at its URL. */
  readonly isSkipped?: (state: ApplicationState) => boolean;
  /** Returns whether an answer that the person gave on this screen prevents them from applying (spec section 4). */
  readonly stops?: (state: ApplicationState) => boolean;
  readonly agreement?: AgreementKey;
  /** Returns whether nothing is left to do on this screen, apart from its fields. Undefined if it needs only valid fields. */
  readonly satisfied?: (state: ApplicationState) => boolean;
};

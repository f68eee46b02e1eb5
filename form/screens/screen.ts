/** How a screen is declared: its place, its words, and the fields it asks for in groups of at most four (D12). */
import type { FieldKey, RecordName } from '../form.ts';
import type { AgreementKey, Situation } from '../situation.ts';

/** Fields of one record that are shown together, one group at a time, each with a history entry of its own. */
interface GroupOf<R extends RecordName> extends GroupWords {
  readonly record: R;
  readonly fields: readonly FieldKey<R>[];
}

export type Group = { [R in RecordName]: GroupOf<R> }[RecordName];

interface GroupWords {
  /** Stands above the heading (spec section 2). */
  readonly label: string;
  /** The heading; left out where the only field's label is the heading. */
  readonly title?: string;
  /** What the button says that passes this group over; in place of the screen's. */
  readonly skip?: string;
  readonly asked?: (situation: Situation) => boolean;
  /**
   * The fields are street, city, state and ZIP code of one address: the review shows and changes them as one answer,
   * under this label, and says `none` where they are left out.
   */
  readonly address?: { readonly label: string; readonly none?: string };
}

/** An answer with which the way ends: what is said, and when (spec section 4). */
export interface Stop {
  readonly text: string;
  readonly stops: (situation: Situation) => boolean;
}

export interface Screen {
  /** The route with its slashes turned to hyphens, `/apply` left off. */
  readonly key: string;
  readonly route: string;
  /** Ends the page's title (D25); the heading, where no group has one. */
  readonly title: string;
  readonly groups: readonly Group[];
  /** Passed over where this answers false; left out: always asked. */
  readonly asked?: (situation: Situation) => boolean;
  /** What the button says that passes the screen over (D14). */
  readonly skip?: string;
  readonly stop?: Stop;
  /** The agreement that is read and agreed to here. */
  readonly agreement?: AgreementKey;
  /** Whether the screen leaves nothing open beside its fields; left out: it never does. */
  readonly satisfied?: (situation: Situation) => boolean;
}

/** Declares a group; a field that the record does not have does not compile. */
export function group<R extends RecordName>(
  record: R,
  fields: readonly FieldKey<R>[],
  words: GroupWords,
): GroupOf<R> {
  return { record, fields, ...words };
}

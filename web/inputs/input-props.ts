/** What every input is given. All types share it, so that a screen can draw any field without knowing its type. */
import type { Field } from '../../form/fields/field.ts';
import type { WrongDatePart } from '../../form/fields/types/date.ts';
import type { FieldTypeName } from '../../form/fields/types/field-type.ts';

/** What is wrong with an answer, in words; see `inputError`. */
export interface InputError {
  /** The rule's message, letter for letter (D8). */
  readonly message: string;
  /** The plain sentence after it that says how to fix the answer. */
  readonly fix: string;
  /** Of a date: the part to change; left out where the date as a whole is refused. */
  readonly part?: WrongDatePart | undefined;
}

export interface InputProps<K extends FieldTypeName = FieldTypeName> {
  /**
   * The id of the control, or of the first one of several; unique on the page. `focusInput` and the error summary's
   * links lead to it, and the ids of hint, error and note are made from it.
   */
  readonly id: string;
  readonly field: Extract<Field, { readonly type: K }>;
  /** The field's words with the person's name filled in. */
  readonly label: string;
  readonly hint?: string | undefined;
  readonly help?: string | undefined;
  /** Of a choice: its options as people read them. */
  readonly options?: Readonly<Record<string, string>> | undefined;
  /**
   * What is typed, as `readTyped` reads it: a text; the key of an option; `yes`, `no` or nothing for a question and a
   * box; `month/day/year` for a date. Never tidied while someone types.
   */
  readonly value: string;
  /** Called with every change, and once more on leaving when the answer is brought into its usual form. */
  readonly onChange: (value: string) => void;
  /** Called when the focus leaves the input with all its parts. */
  readonly onBlur?: (() => void) | undefined;
  readonly error?: InputError | undefined;
  /** What makes the answer doubtful; empty while nothing does, left out for fields that nothing is said of. */
  readonly caution?: string | undefined;
  /** A line under the control that states a fact about the answer, such as the share nobody has claimed. */
  readonly note?: string | undefined;
  /** The last four of a masked answer that is kept already and not read back (D41). */
  readonly saved?: string | undefined;
  /** Replaces the field's own token, as where an owner is not the one who holds the phone. */
  readonly autoComplete?: string | undefined;
  /** What Enter on a phone's keyboard promises: `go` on the last field of a screen. */
  readonly enterKeyHint?: 'next' | 'go' | undefined;
  /** The label is the heading of the page (screens that ask one thing). */
  readonly heading?: boolean | undefined;
}

/** What every input is given. All kinds share it, so that a screen can draw any field without knowing its kind. */
import type { Field } from '../../form/field.ts';
import type { DateProblem } from '../../form/kinds/date.ts';
import type { Kind } from '../../form/kinds/kind.ts';

/** What is wrong with an answer, in the words of form/'s catalogue; see `inputError`. */
export interface InputError {
  /** The catalogue's message, letter for letter (D8). */
  readonly message: string;
  /** The plain sentence after it that says how to mend the answer. */
  readonly repair: string;
  /** Of a date: the part to mend; left out where the date as a whole is refused. */
  readonly part?: DateProblem | undefined;
}

export interface InputProps<K extends Kind = Kind> {
  /**
   * The id of the control, or of the first one of several; unique on the page. `focusInput` and the error summary's
   * links lead to it, and the ids of hint, error and note are made from it.
   */
  readonly id: string;
  readonly field: Extract<Field, { readonly kind: K }>;
  /** The field's words with the person's name filled in. */
  readonly label: string;
  readonly hint?: string | undefined;
  readonly help?: string | undefined;
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
  /** A line under the control that states a fact about the answer, such as the share nobody has claimed. */
  readonly note?: string | undefined;
  /** The last four of a masked answer that is kept already and not read back (D41). */
  readonly saved?: string | undefined;
  /** Takes the place of the field's own token, as where an owner is not the one who holds the phone. */
  readonly autoComplete?: string | undefined;
  /** What Enter on a phone's keyboard promises: `go` on the last field of a screen. */
  readonly enterKeyHint?: 'next' | 'go' | undefined;
  /** The label is the heading of the page (screens that ask one thing). */
  readonly heading?: boolean | undefined;
}

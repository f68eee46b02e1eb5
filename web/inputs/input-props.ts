/** The props of every input, the same for all types, so that a screen can draw any field. */
import type { Shown } from '../../copy/display.ts';
import type { ChoiceWords } from '../../copy/sentences.ts';
import type { WrongDatePart } from '../../form/field-types/date.ts';
import type { FieldTypeName } from '../../form/field-types/field-type.ts';
import type { Field } from '../../form/fields/field.ts';

/** An error in words; see `inputError`. */
export interface InputError {
  /** The rule's message, letter for letter (D8). */
  readonly message: string;
  /** The sentence before the message that says how to correct the answer. */
  readonly fix: string;
  /** The part of a date to change; undefined if the whole date is refused. */
  readonly part?: WrongDatePart | undefined;
}

export interface InputProps<K extends FieldTypeName = FieldTypeName> {
  /** Id of the control, or of the first of several; the ids of hint, error and note start with it. */
  readonly id: string;
  readonly field: Extract<Field, { readonly type: K }>;
  /** The label, with the person's name filled in. */
  readonly label: string;
  readonly hint?: string | undefined;
  readonly help?: string | undefined;
  /** The options of a choice, as people read them. */
  readonly options?: Readonly<Record<string, string>> | undefined;
  /** What a question says before its choice and below each answer. */
  readonly choice?: ChoiceWords | undefined;
  /**
   * The typed text, as `parseTyped` reads it: the key of an option; `yes`, `no` or empty for a question or a checkbox;
   * `month/day/year` for a date. Never reformatted during typing.
   */
  readonly value: string;
  /** Called on every change, and again on leaving if the answer is reformatted. */
  readonly onChange: (value: string) => void;
  /** Called when the focus leaves the input and all its parts, even if it goes to the help button. */
  readonly onBlur?: (() => void) | undefined;
  readonly error?: InputError | undefined;
  /** Why the answer is doubtful; empty if it is not, undefined for fields without a caution. */
  readonly caution?: string | undefined;
  /** A fact below the control, such as the unclaimed share. */
  readonly note?: string | undefined;
  /** True if few answers come near the limit, as in an address: the length is shown once half of it is used. */
  readonly isRoomy?: boolean | undefined;
  /** What to show of a stored answer that is not read back (D41, D55). */
  readonly saved?: Shown | undefined;
  /** Replaces the field's own autocomplete token, for example for an owner who is not at the device. */
  readonly autoComplete?: string | undefined;
  /** The label of Enter on a phone's keyboard: `go` on the last field of a screen. */
  readonly enterKeyHint?: 'next' | 'go' | undefined;
  /** True if the label is also the page's heading, on screens that ask one thing. */
  readonly heading?: boolean | undefined;
}

/** Props of every input. They are the same for all field types, so a screen can render any field. */
import type { Shown } from '../../copy/display.ts';
import type { ChoiceWords } from '../../copy/sentences.ts';
import type { WrongDatePart } from '../../form/field-types/date.ts';
import type { FieldTypeName } from '../../form/field-types/field-types.ts';
import type { Field } from '../../form/fields/field.ts';

/** The texts of an error, as `inputError` returns them. */
export interface InputError {
  /** The message of the broken rule, exactly as in the specification (D8). */
  readonly message: string;
  /** Says how to correct the answer. The page shows this sentence before the message. */
  readonly fix: string;
  /** The part of a date that must change; undefined if the whole date is refused. */
  readonly part?: WrongDatePart | undefined;
}

export interface InputProps<K extends FieldTypeName = FieldTypeName> {
  /** Id of the control, or of the first control if there are several. The ids of the hint, error and note start with this id. */
  readonly id: string;
  readonly field: Extract<Field, { readonly type: K }>;
  /** The label, which already contains the person's name if it needs one. */
  readonly label: string;
  readonly hint?: string | undefined;
  readonly help?: string | undefined;
  /** The text of each option of a choice, by the option's key. */
  readonly options?: Readonly<Record<string, string>> | undefined;
  /** The label of the checkbox for one option of a choice, and the text that is announced after each press. */
  readonly box?: { readonly label: string; readonly says: string } | undefined;
  /** Texts of a yes-or-no question: the texts above Yes and No, and the text below each answer. */
  readonly choice?: ChoiceWords | undefined;
  /** The typed text in the form that `parseTyped` reads: an option's key; `yes`, `no` or empty; `month/day/year` for a date. */
  readonly value: string;
  /** Called on every change. Also called when the focus leaves the input, if the input then reformats the answer. */
  readonly onChange: (value: string) => void;
  /** Called when the focus leaves the input and all its parts. The field's help button is not one of its parts. */
  readonly onBlur?: (() => void) | undefined;
  readonly error?: InputError | undefined;
  /** The reason why the answer may be a mistake. Empty if there is no reason, undefined for fields that have no such check. */
  readonly caution?: string | undefined;
  /** Information below the control, such as the unclaimed share. Not shown while there is an error. */
  readonly note?: string | undefined;
  /** True if answers are rarely long. The count of remaining characters then appears only after half of the limit is used. */
  readonly isRoomy?: boolean | undefined;
  /** The visible part of a stored answer that the server does not return as a whole (D41, D55). */
  readonly saved?: Shown | undefined;
  /** Replaces the autocomplete token of the field, for example for an owner who is not the person at the device. */
  readonly autoComplete?: string | undefined;
  /** The label of the Enter key on a phone's keyboard: `go` in the last field of a screen. */
  readonly enterKeyHint?: 'next' | 'go' | undefined;
  /** True on one-question screens, where the label is also the page's heading. */
  readonly heading?: boolean | undefined;
}

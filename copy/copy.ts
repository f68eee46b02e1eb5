/** The types of the words that applicants read (D50). The code doesn't compile if any words are missing. */
import type { ChoiceField, Field } from '../form/fields/field.ts';
import type { baseForm, RecordName } from '../form/fields/form.ts';
import type { CountedSectionKey } from '../form/flow/flow.ts';
import type { DocumentError } from '../form/limits/document-limits.ts';
import type { AcceptedDocument } from '../form/lists/accepted-documents.ts';
import type { RuleKind } from '../form/rules/rule.ts';
import type { Group, Screen } from '../form/screens/screen.ts';
import type { flow } from '../form/screens/screens.ts';
import type { Loss } from '../form/state/saves.ts';
import type { CautionKind } from '../form/validation/cautions.ts';
import type { errors } from './en/errors.ts';
import type { first } from './en/first.ts';
import type { fixes } from './en/fixes.ts';
import type { mail } from './en/mail.ts';
import type { noProgram } from './en/no-program.ts';
import type { page } from './en/page.ts';
import type { review } from './en/review.ts';
import type { Language } from './language.ts';

/** The words of a question, except its label. */
interface QuestionCopy {
  /** The text above the choice. */
  readonly before?: string;
  /** The text that follows `before` if the person can't apply with the answer No. */
  readonly needed?: string;
  /** The text below the answer Yes: what this answer means, or what comes next. */
  readonly yes?: string;
  readonly no?: string;
  /** The text that replaces `no` if the person can't apply with the answer No. */
  readonly noEnds?: string;
}

/**
 * The words of a field. `{name}` stands for the person's name. `{max}`, `{min}` and `{count}` stand for limits. `{count digit}`
 * stands for a limit and the noun that it counts, such as "9 digits".
 */
export interface FieldCopy extends QuestionCopy {
  readonly label: string;
  readonly hint?: string;
  /** The wording that the law requires before the answer (D60). It follows the hint, and a program can't replace it. */
  readonly byLaw?: string;
  readonly help?: string;
  /** The advice for each broken rule, shown before the rule's message (D8). */
  readonly fixes?: { readonly [R in RuleKind]?: string };
  /** The label of the checkbox that selects one option of a choice. */
  readonly box?: string;
  readonly options?: Readonly<Record<string, string>>;
  /** The words that replace the field's own words in a variant. The key is the answer that selects the variant. */
  readonly variants?: Readonly<Record<string, Omit<FieldCopy, 'variants'>>>;
}

type FieldCopyOf<F extends Field> = Omit<
  FieldCopy,
  'fixes' | 'box' | 'options' | 'variants' | keyof QuestionCopy
> & {
  readonly fixes?: { readonly [R in F['rules'][number]['kind']]?: string };
} & (F extends { readonly type: 'yesNo' } ? QuestionCopy : object) &
  (F extends { readonly tick: string } ? { readonly box: string } : object) &
  (F extends ChoiceField<infer O> ? { readonly options: Readonly<Record<O, string>> } : object) &
  (F extends {
    readonly variant: { readonly is: infer V extends string; readonly field: infer W extends Field };
  }
    ? { readonly variants: Readonly<Record<V, FieldCopyOf<W>>> }
    : object);

export type FieldsCopy = {
  readonly [R in RecordName]: {
    readonly [K in keyof (typeof baseForm)[R]]: (typeof baseForm)[R][K] extends Field
      ? FieldCopyOf<(typeof baseForm)[R][K]>
      : never;
  };
};

export interface GroupCopy {
  /** The line above the heading (spec section 2). */
  readonly label: string;
  /** The heading. Undefined in a group with only one field, if that field's label is the heading. */
  readonly title?: string;
  /** Warns that Skip discards the typed text. */
  readonly skipLoses?: string;
  /** The label of the address in the review. */
  readonly address?: string;
  /** The text in the review if no address is given. */
  readonly noAddress?: string;
}

export interface ScreenCopy {
  /** The screen's part of the page title (D25, `pageTitleAt`), and the heading of a screen whose groups have no heading. */
  readonly title: string;
  /** The label of the Skip button (D14). */
  readonly skip?: string;
  /** Shown if the person can't apply with their answer (spec section 4). `{merchant}` stands for the merchant’s name. */
  readonly stop?: string;
  /** The words of each group, keyed by the group's first field. */
  readonly groups?: Readonly<Record<string, GroupCopy>>;
}

type FirstField<G extends Group> = G['fields'] extends readonly [infer K extends string, ...unknown[]]
  ? K
  : never;

type GroupCopyOf<G extends Group> = Omit<GroupCopy, 'title' | 'skipLoses' | 'address' | 'noAddress'> &
  (G['fields'] extends readonly [unknown] ? Pick<GroupCopy, 'title'> : { readonly title: string }) &
  (G extends { skipLosesTyped: true } ? { readonly skipLoses: string } : object) &
  (G extends { isAddress: true } ? Pick<GroupCopy, 'noAddress'> & { readonly address: string } : object);

type ScreenCopyOf<S extends Screen> = Pick<ScreenCopy, 'title'> &
  (S extends { skippable: true } ? { readonly skip: string } : object) &
  (S extends { stops: unknown } ? { readonly stop: string } : object) &
  (S['groups'] extends readonly []
    ? object
    : { readonly groups: { readonly [G in S['groups'][number] as FirstField<G>]: GroupCopyOf<G> } });

type FlowScreen = (typeof flow)[number]['screens'][number];

export type ScreensCopy = { readonly [S in FlowScreen as S['key']]: ScreenCopyOf<S> };

/** The words of the page's first screen and of the frame around every screen. */
export type FirstCopy = typeof first;

/** A part of the product that has its own error texts (spec section 8). */
export type ErrorArea = keyof (typeof errors)['areas'];

export interface Copy {
  readonly language: Language;
  /** Returns a count with its noun, as in “5 days”. `one` is the singular. A count that is a string may contain commas. */
  readonly counted: (count: number | string, one: string) => string;
  /** The end of the label of an optional field. */
  readonly optional: string;
  readonly fields: FieldsCopy;
  readonly screens: ScreensCopy;
  readonly sections: Readonly<Record<CountedSectionKey, string>>;
  /** The message of each rule, letter for letter as in spec section 5 (D8). */
  readonly messages: Readonly<Record<RuleKind, string>>;
  readonly fixes: typeof fixes;
  /** The warnings about answers that are probably mistakes although they break no rule. */
  readonly cautions: Readonly<Record<CautionKind, string>>;
  readonly losses: Readonly<Record<Loss, string>>;
  readonly errors: typeof errors;
  readonly review: typeof review;
  readonly first: FirstCopy;
  readonly page: typeof page;
}

/** The words that the page loads together with the screens for documents. */
export interface DocumentsCopy {
  /** The text for each reason why a document isn't added (D29). */
  readonly documentErrors: Readonly<Record<DocumentError, string>>;
  readonly acceptedDocuments: Readonly<Record<AcceptedDocument, string>>;
}

/** The words of the page, and the words that only the server uses. */
export interface ServerCopy extends Copy, DocumentsCopy {
  readonly mail: typeof mail;
  readonly noProgram: typeof noProgram;
}

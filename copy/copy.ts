/**
 * All words that an applicant reads, in one language (D50). What there must be words for follows from the structure of
 * form/: a field, an option, a screen or a rule without its words does not compile.
 */

import type { WrongDatePart } from '../form/field-types/date.ts';
import type { SectionKey } from '../form/fields/application-state.ts';
import type { ChoiceField, Field } from '../form/fields/field.ts';
import type { baseForm, RecordName } from '../form/fields/form.ts';
import type { CountedSectionKey, flow } from '../form/flow/flow.ts';
import type { DocumentError } from '../form/limits/document-limits.ts';
import type { AcceptedDocument } from '../form/lists/accepted-documents.ts';
import type { RuleKind } from '../form/rules/rule.ts';
import type { Group, Screen } from '../form/screens/screen.ts';
import type { Loss } from '../form/state/saves.ts';
import type { CautionKind } from '../form/validation/cautions.ts';
import type { byEmail } from './en/by-email.ts';
import type { customScreens } from './en/custom-screens.ts';
import type { first } from './en/first.ts';
import type { intro } from './en/intro.ts';
import type { mail } from './en/mail.ts';
import type { noProgram } from './en/no-program.ts';
import type { page } from './en/page.ts';
import type { resume } from './en/resume.ts';
import type { sent } from './en/sent.ts';
import type { signing } from './en/signing.ts';
import type { Language } from './language.ts';

/** What a question says beside its label. A person reads before the choice what follows from it. */
export interface QuestionCopy {
  /** What to know before the choice. */
  readonly before?: string;
  /** Said before the choice too where No ends the application. */
  readonly needed?: string;
  /** Below the answer Yes: what it means, or what comes next. */
  readonly yes?: string;
  readonly no?: string;
  /** Below the answer No where it ends the application, in place of `no`. */
  readonly noEnds?: string;
}

/**
 * The words of a field. `{name}` stands for the person it is about, `{max}`, `{min}` and `{count}` for its limits, and
 * `{max digit}` for a limit with its noun: “1 digit”, “4 digits”.
 */
export interface FieldCopy extends QuestionCopy {
  readonly label: string;
  readonly hint?: string;
  /** What the law wants said before the answer (D60): it stands with the hint, and a program cannot replace it. */
  readonly byLaw?: string;
  readonly help?: string;
  /** What to do about a failed rule, said before its message (D8). */
  readonly fixes?: { readonly [R in RuleKind]?: string };
  /** Of a choice: its options as people read them. */
  readonly options?: Readonly<Record<string, string>>;
}

type FixesOf<F extends Field> = { readonly [R in F['rules'][number]['kind']]?: string };

type FieldCopyOf<F extends Field> = Omit<FieldCopy, 'fixes' | 'options' | keyof QuestionCopy> & {
  readonly fixes?: FixesOf<F>;
} & (F extends { readonly type: 'yesNo' } ? QuestionCopy : object) &
  (F extends ChoiceField<infer O> ? { readonly options: Readonly<Record<O, string>> } : object);

/** The words of every field. */
export type FieldsCopy = {
  readonly [R in RecordName]: {
    readonly [K in keyof (typeof baseForm)[R]]: (typeof baseForm)[R][K] extends Field
      ? FieldCopyOf<(typeof baseForm)[R][K]>
      : never;
  };
};

/** The words of a group of fields. */
export interface GroupCopy {
  /** Stands above the heading (spec section 2). */
  readonly label: string;
  /** The heading; left out where the only field's label is the heading. */
  readonly title?: string;
  /** What the button says that passes the group over, in place of the screen's (D14). */
  readonly skip?: string;
  /** What becomes of what was typed when the group is passed over. */
  readonly skipLoses?: string;
  /** What the review calls the address, and what it says where none is given. */
  readonly address?: { readonly label: string; readonly none?: string };
}

/** The words of a screen. */
export interface ScreenCopy {
  /** Ends the page's title (D25); the heading, where no group has one. */
  readonly title: string;
  /** What the button says that passes the screen over (D14). */
  readonly skip?: string;
  /** What is said where an answer ends the way (spec section 4). */
  readonly stop?: string;
  /** By the key of the group's first field. */
  readonly groups?: Readonly<Record<string, GroupCopy>>;
}

type FirstField<G extends Group> = G['fields'] extends readonly [infer K extends string, ...unknown[]]
  ? K
  : never;

type GroupCopyOf<G extends Group> = Omit<GroupCopy, 'title' | 'skip' | 'skipLoses' | 'address'> &
  (G['fields'] extends readonly [unknown] ? Pick<GroupCopy, 'title'> : { readonly title: string }) &
  (G extends { skippable: true } ? { readonly skip: string } : object) &
  (G extends { skipLosesTyped: true } ? { readonly skipLoses: string } : object) &
  (G extends { isAddress: true } ? Required<Pick<GroupCopy, 'address'>> : object);

type ScreenCopyOf<S extends Screen> = Pick<ScreenCopy, 'title'> &
  (S extends { skippable: true } ? { readonly skip: string } : object) &
  (S extends { stops: unknown } ? { readonly stop: string } : object) &
  (S['groups'] extends readonly []
    ? object
    : { readonly groups: { readonly [G in S['groups'][number] as FirstField<G>]: GroupCopyOf<G> } });

type FlowScreen = (typeof flow)[number]['screens'][number];

/** The words of every screen. */
export type ScreensCopy = { readonly [S in FlowScreen as S['key']]: ScreenCopyOf<S> };

/** Parts of the product that have error texts of their own (spec section 8). */
export type ErrorArea =
  | 'domain'
  | 'createApplication'
  | 'saveApplication'
  | 'submission'
  | 'document'
  | 'personnelSave'
  | 'personnelRemove';

/** What an alert says: its title, a message of the area, and below it one of the others by status. */
export interface AreaCopy {
  readonly title: string;
  /** What could not be done; the same whatever the reason. */
  readonly message: string;
  /** 400 and 404. */
  readonly invalid: string;
  /** Anything else but 401 and 403. */
  readonly other: string;
  /** Where the page holds no id that it could send. */
  readonly missing: string;
}

export interface ErrorsCopy {
  readonly areas: Readonly<Record<ErrorArea, AreaCopy>>;
  /** The title of the alert about a start key or entity key that cannot be used. */
  readonly invalidDomainTitle: string;
  /** Where the session is over; `{hostname}` is the host that the person is on. */
  readonly unauthorized: string;
  /** The page error: what it says, and the advice that goes with it. */
  readonly page: { readonly title: string; readonly advice: string };
}

/** What to do about a failed rule, where the field has no sentence of its own. */
export interface FixesCopy {
  readonly rules: Readonly<Record<RuleKind, string>>;
  /** Said instead where a Social Security number is whole, and another person's too (D2). */
  readonly sharedSsn: string;
  /** What is wrong with one part of a date, said instead (design brief, section 2.2). */
  readonly dateParts: Readonly<Record<WrongDatePart, string>>;
}

/** The words of the review, and of an answer wherever it is shown. */
export interface ReviewCopy {
  readonly yes: string;
  readonly no: string;
  readonly notProvided: string;
  /** Stands for an answer that an earlier session gave and that is not shown again (D55). */
  readonly kept: string;
  readonly noOne: string;
  readonly files: (count: number) => string;
  readonly documentsLabel: string;
  readonly ownerTitle: (name: string) => string;
  readonly authorizedUserTitle: (name: string) => string;
  readonly proofTitle: string;
}

/** What is said when a section is complete and the next one begins (design brief, section 5). */
export interface SectionDoneCopy {
  readonly done: Readonly<Record<SectionKey, string>>;
  readonly next: Readonly<Record<CountedSectionKey | 'start', string>>;
  readonly text: (done: string, next: string) => string;
}

/**
 * The same words in any language: a text for a text, and what takes values takes the same ones. English says by its own
 * shape what there is.
 */
type InAnyLanguage<T> = T extends string
  ? string
  : T extends (...values: infer V) => infer R
    ? (...values: V) => InAnyLanguage<R>
    : T extends readonly (infer I)[]
      ? readonly InAnyLanguage<I>[]
      : { readonly [K in keyof T]: InAnyLanguage<T[K]> };

/** The words of the page's first screen, and of what stands around every screen. */
export type FirstCopy = InAnyLanguage<typeof first>;

/** The words of the first screen itself. */
export type IntroCopy = InAnyLanguage<typeof intro>;

/** The words of coming back by email; they load with what says them. */
export type ByEmailCopy = InAnyLanguage<typeof byEmail>;

/** The words of the screens with a component of their own; they load with these. */
export type CustomScreensCopy = InAnyLanguage<typeof customScreens>;

/** The words of the end of an application that was sent; they load with its screen. */
export type SentCopy = InAnyLanguage<typeof sent>;

/** The words of the agreements’ screens; they load with these. */
export type SigningCopy = InAnyLanguage<typeof signing>;

/** The words for who is interrupted and comes back on the device; they load with what says them. */
export type ResumeCopy = InAnyLanguage<typeof resume>;

export interface Copy {
  readonly language: Language;
  /** So many of something, named in the singular; a count may be written with commas. */
  readonly counted: (count: number | string, one: string) => string;
  /** Ends the label of a field that need not be answered. */
  readonly optional: string;
  readonly fields: FieldsCopy;
  readonly screens: ScreensCopy;
  readonly sections: Readonly<Record<CountedSectionKey, string>>;
  readonly sectionDone: SectionDoneCopy;
  /** The message of each rule, letter for letter as in spec section 5 (D8). */
  readonly messages: Readonly<Record<RuleKind, string>>;
  readonly fixes: FixesCopy;
  /** What is said of an answer that no rule forbids and that is most likely a slip. It blocks nothing. */
  readonly cautions: Readonly<Record<CautionKind, string>>;
  readonly losses: Readonly<Record<Loss, string>>;
  readonly errors: ErrorsCopy;
  readonly review: ReviewCopy;
  readonly first: FirstCopy;
  readonly page: InAnyLanguage<typeof page>;
}

/** What the page loads with the screens that take documents. */
export interface DocumentsCopy {
  /** Why an uploaded document cannot be used (D29), for the person who chose it. */
  readonly documentErrors: Readonly<Record<DocumentError, string>>;
  readonly acceptedDocuments: Readonly<Record<AcceptedDocument, string>>;
}

/** The same with the words that only the server needs, so that the page does not load them. */
export interface ServerCopy extends Copy, DocumentsCopy {
  readonly mail: InAnyLanguage<typeof mail>;
  readonly noProgram: InAnyLanguage<typeof noProgram>;
}

/** The HTML document passes this data about the card program to the page. The data contains no applicant's answers. */
import type { AgreementKey } from '../form/fields/application-state.ts';
import type { FieldWords, Overrides } from '../form/fields/form.ts';

export interface Boot {
  readonly program: {
    readonly domainKey: string;
    readonly name: string;
    readonly themeKey: string;
    readonly termsUrl: string;
    /** Whether the page shows a banner that warns people not to enter real data. */
    readonly demo: boolean;
    readonly providerName: string;
    readonly providerFullName: string;
    /** The name of the merchant that helps applicants. Null if the program has no merchant. */
    readonly merchantName: string | null;
    /** A sentence that says where applicants can ask the merchant for help. Null if the program has no merchant. */
    readonly merchantHelp: string | null;
    /** The program's phone number, as shown and as dialed, and its hours of service. Null if the program has no number. */
    readonly phone: { readonly number: string; readonly dialled: string; readonly hours: string } | null;
    /** Up to three reasons for this card. The icon `mower`, for example, is the symbol `icon-mower` in the document's SVG. */
    readonly benefits: readonly { readonly icon: string; readonly title: string; readonly text: string }[];
    /** The steps after the submission. `within`: the longest wait after the submission, or null if the bank promises no time. */
    readonly afterSubmission: readonly {
      readonly title: string;
      readonly text: string | null;
      readonly within: { readonly days: number; readonly business: boolean } | null;
    }[];
  };
  /** The title of each agreement. Every screen and document uses this title. */
  readonly agreementTitles: Readonly<Record<AgreementKey, string>>;
  /** The versions of the two disclosures that the page shows. The page sends these versions with the answers (D31). */
  readonly disclosureVersions: Readonly<
    Record<'shareInformation' | 'affiliates', { readonly version: string; readonly sha256: string }>
  >;
  /** The number of words in each agreement. The page estimates the reading time from it. */
  readonly agreementWords: Readonly<Record<AgreementKey, number>>;
  /** The program's changes to the form. The page applies them in the same way as the server (D13). */
  readonly overrides: Overrides;
  /** The program's wording for fields, in the language of the page. It replaces the page's own wording (D50). */
  readonly words: FieldWords;
  readonly proofRequired: boolean;
  readonly sessionTimeoutMillis: number;
  readonly sessionWarnCountdownMillis: number;
  /**
   * Whether a draft can be resumed on the device and by email (D55). On the device, this is possible for `hours` hours after the
   * last stored answer. By email, it is possible for `days` days.
   */
  readonly resume: Readonly<Record<'onDevice' | 'byEmail', boolean> & Record<'hours' | 'days', number>>;
  /**
   * Settings for Google's address suggestions, or null if the server makes the suggestions (D40). Anyone can read the key, so an
   * operator must restrict it in Google's console.
   */
  readonly googleSuggestions: { readonly origin: string; readonly key: string } | null;
}

/** The data that the HTML document gives the page before any call: the program's own, and no one's answers. */
import type { Overrides } from '../form/fields/form.ts';
import type { FieldWords } from '../form/fields/word-kinds.ts';

export interface Boot {
  readonly program: {
    readonly domainKey: string;
    readonly name: string;
    readonly themeKey: string;
    readonly termsUrl: string;
    /** Shows the banner that warns against entering real data. */
    readonly demo: boolean;
    readonly providerName: string;
    readonly providerFullName: string;
    /** The store to visit if the applicant cannot continue, and what to ask there. */
    readonly merchantName: string | null;
    readonly merchantHelp: string | null;
    /** The phone number as shown and as dialed, and its hours. */
    readonly phone: { readonly number: string; readonly dialled: string; readonly hours: string } | null;
    /** Reasons for this card, at most three; each icon is a symbol of the document, `icon-` and this name. */
    readonly benefits: readonly { readonly icon: string; readonly title: string; readonly text: string }[];
    /** The steps after submission, in order; days count from the submission, null if no time is promised. */
    readonly afterSubmission: readonly {
      readonly title: string;
      readonly text: string | null;
      readonly within: { readonly days: number; readonly business: boolean } | null;
    }[];
  };
  /** The two disclosures in this document; the page sends their versions with its answers as what it showed (D31). */
  readonly disclosureVersions: Readonly<
    Record<'shareInformation' | 'affiliates', { readonly version: string; readonly sha256: string }>
  >;
  /** The program's changes to the form; the page applies them as the server does (D13). */
  readonly overrides: Overrides;
  /** The program's own words for fields, in the language of the page; they replace the page's own words (D50). */
  readonly words: FieldWords;
  readonly proofRequired: boolean;
  readonly sessionTimeoutMillis: number;
  readonly sessionWarnCountdownMillis: number;
  /** The kinds of resume tokens that the program offers, and how many hours each lasts after the last stored answer (D55). */
  readonly resume: Readonly<Record<'onDevice' | 'byEmail', boolean> & Record<'hours' | 'days', number>>;
  /**
   * The address and key for asking Google for addresses (D40); null with the embedded suggestions. Everyone can read the key, so
   * the operator restricts it to the programs' websites and to the Places API.
   */
  readonly googleSuggestions: { readonly origin: string; readonly key: string } | null;
}

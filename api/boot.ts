/** What the document shell tells the page before any call: the program it is served for, and nothing of anybody. */
import type { Overrides } from '../form/fields/form.ts';
import type { FieldWords } from '../form/fields/word-kinds.ts';

export interface Boot {
  readonly program: {
    readonly domainKey: string;
    readonly name: string;
    readonly themeKey: string;
    readonly termsUrl: string;
    /** Shows the strip that warns of real data. */
    readonly demo: boolean;
    readonly providerName: string;
    readonly providerFullName: string;
    /** Whom to visit where the way ends, and what to ask there. */
    readonly merchantName: string | null;
    readonly merchantHelp: string | null;
    /** Whom to call: the number as shown and as dialled, and when somebody answers. */
    readonly phone: { readonly number: string; readonly dialled: string; readonly hours: string } | null;
    /** Why one would want this card, at most three; each icon is a symbol of the document, `icon-` and this name. */
    readonly benefits: readonly { readonly icon: string; readonly title: string; readonly text: string }[];
    /** What happens after submission, in order; days count from the submission, null where no time is promised. */
    readonly afterSubmission: readonly {
      readonly title: string;
      readonly text: string | null;
      readonly within: { readonly days: number; readonly business: boolean } | null;
    }[];
  };
  /** The texts of the two disclosures that this document holds; the page says with them what it showed (D31). */
  readonly disclosureVersions: Readonly<
    Record<'shareInformation' | 'affiliates', { readonly version: string; readonly sha256: string }>
  >;
  /** The program's changes of the form; the page applies them as the server does (D13). */
  readonly overrides: Overrides;
  /** The program's own words for fields, in the language of the page; the page lays them over its own (D50). */
  readonly words: FieldWords;
  readonly proofRequired: boolean;
  readonly sessionTimeoutMillis: number;
  readonly sessionWarnCountdownMillis: number;
  /** The ways back into a draft that the program has, and how long each is open after the last stored answer (D55). */
  readonly resume: {
    readonly onDevice: boolean;
    readonly byEmail: boolean;
    readonly hours: number;
    readonly days: number;
  };
  /**
   * Where the page asks Google for addresses (D40), and the key it shows there; null with the embedded suggestions. The
   * key can be read by everybody who opens the page, so it must be worth nothing elsewhere: the operator restricts it to
   * the programs' websites and to the Places API.
   */
  readonly googleSuggestions: { readonly origin: string; readonly key: string } | null;
}

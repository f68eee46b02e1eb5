/** What the document shell tells the page before any call: the program it is served for, and nothing of anybody. */
import type { Overrides } from '../form/form.ts';

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
  };
  /** The program's changes of the form; the page applies them as the server does (D13). */
  readonly overrides: Overrides;
  readonly proofRequired: boolean;
  readonly sessionTimeoutMillis: number;
  readonly sessionWarnCountdownMillis: number;
  /** Disclosure texts of the share-information screen, as HTML (D31). */
  readonly texts: { readonly shareInformation: string; readonly affiliates: string };
}

/** Messages to and from the Lighthouse process. */

/** The Lighthouse categories with a demand. */
export const categories = ['performance', 'accessibility', 'best-practices'] as const;
export type Category = (typeof categories)[number];

/** `simulate` simulates a slow network and processor from a fast load; `devtools` slows the load itself. */
export const throttlings = ['simulate', 'devtools'] as const;
export type Throttling = (typeof throttlings)[number];

/** The page to audit, as a mobile page with Lighthouse's own settings. */
export interface AuditOrder {
  readonly address: string;
  readonly throttling: Throttling;
  readonly categories: readonly Category[];
  /** Path of the browser. */
  readonly browser: string;
}

/** The results of Lighthouse; times in milliseconds. */
export interface Audit {
  readonly firstPaint: number;
  readonly largestPaint: number;
  readonly blocking: number;
  /** The tasks over 50 ms while the page loaded, longest first. */
  readonly longTasks: readonly { readonly millis: number; readonly address: string }[];
  /** Scores from 0 to 100, of the requested categories. */
  readonly scores: Readonly<Partial<Record<Category, number>>>;
}

/** The answer of the process. */
export type AuditAnswer = Audit | { readonly error: string };

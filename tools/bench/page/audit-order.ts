/** The messages between a benchmark and its Lighthouse process. */

/** The Lighthouse categories for which there is a requirement. */
export const categories = ['performance', 'accessibility', 'best-practices'] as const;
export type Category = (typeof categories)[number];

/**
 * Throttling methods of Lighthouse. `simulate` loads the page fast, and estimates the times on a slow network and CPU.
 * `devtools` actually slows down the load.
 */
export const throttlings = ['simulate', 'devtools'] as const;
export type Throttling = (typeof throttlings)[number];

/** A request to audit a page with Lighthouse's default settings for mobile pages. */
export interface AuditOrder {
  readonly address: string;
  readonly throttling: Throttling;
  readonly categories: readonly Category[];
  /** Path of the browser's executable. */
  readonly browser: string;
}

/** The results of Lighthouse. Times are in milliseconds. */
export interface Audit {
  readonly firstPaint: number;
  readonly largestPaint: number;
  readonly blocking: number;
  /** The tasks that took more than 50 ms while the page loaded, longest first. */
  readonly longTasks: readonly { readonly millis: number; readonly address: string }[];
  /** Scores of the requested categories, from 0 to 100. */
  readonly scores: Readonly<Partial<Record<Category, number>>>;
}

/** The reply of the Lighthouse process. */
export type AuditAnswer = Audit | { readonly error: string };

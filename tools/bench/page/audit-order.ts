/** What the process of Lighthouse is asked, and what it answers. */

/** Lighthouse's categories that are demanded. */
export const categories = ['performance', 'accessibility', 'best-practices'] as const;
export type Category = (typeof categories)[number];

/** Whether a slow network and processor are simulated from a fast load, or applied to the load. */
export const throttlings = ['simulate', 'devtools'] as const;
export type Throttling = (typeof throttlings)[number];

/** What is audited, as a mobile page by Lighthouse's own settings. */
export interface AuditOrder {
  readonly address: string;
  readonly throttling: Throttling;
  readonly categories: readonly Category[];
  /** Path of the browser. */
  readonly browser: string;
}

/** What Lighthouse found; times in milliseconds. */
export interface Audit {
  readonly firstPaint: number;
  readonly largestPaint: number;
  readonly blocking: number;
  /** The tasks over 50 ms while the page loaded, longest first. */
  readonly longTasks: readonly { readonly millis: number; readonly address: string }[];
  /** 0 to 100, of the categories that were asked for. */
  readonly scores: Readonly<Partial<Record<Category, number>>>;
}

/** What the process answers. */
export type AuditAnswer = Audit | { readonly error: string };

import { naics2022 } from './naics-2022.ts';

/** An industry in the classification of the US Census Bureau. */
export interface Industry {
  /** Six digits. */
  readonly code: string;
  readonly title: string;
}

/** The 1,012 industries of NAICS 2022 (D39), sorted by code. */
export const industries: readonly Industry[] = naics2022
  .trim()
  .split('\n')
  .map((line) => ({ code: line.slice(0, 6), title: line.slice(7) }));

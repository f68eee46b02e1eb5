import type { Figure } from '../support/figures.ts';
import type { Installation, StoreName } from '../support/installation.ts';

/** How much of a fault there is. */
export interface FaultOptions {
  /** How often the server is killed. */
  readonly kills: number;
  /** How long the database is away, in seconds. */
  readonly outage: number;
}

/** One row of the table of reliability, proved by what happens to a real server. */
export interface Fault {
  readonly name: string;
  readonly about: string;
  readonly stores: readonly StoreName[];
  /** Lets it happen and answers what came of it. The installation is fresh, its server not started. */
  run(installation: Installation, options: FaultOptions): Promise<readonly Figure[]>;
}

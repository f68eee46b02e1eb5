import type { Figure } from '../../tests/support/figures.ts';
import type { Installation, StoreName } from '../../tests/support/installation.ts';

/** The size of a fault. */
export interface FaultOptions {
  /** How often the server is killed. */
  readonly kills: number;
  /** How long the database is unavailable, in seconds. */
  readonly outage: number;
}

/** One row of the reliability table, tested on a real server. */
export interface Fault {
  readonly name: string;
  /** The variant of a row that has several. */
  readonly variant?: string;
  readonly about: string;
  readonly stores: readonly StoreName[];
  /** Causes the fault and returns the figures. The installation is new, and its server not started. */
  run(installation: Installation, options: FaultOptions): Promise<readonly Figure[]>;
}

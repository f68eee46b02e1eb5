import type { Figure } from '../../tests/support/figures.ts';
import type { Installation, StoreName } from '../../tests/support/installation.ts';

/** The size of a fault. */
export interface FaultOptions {
  /** How often the server is killed. */
  readonly kills: number;
  /** How long the database is away, in seconds. */
  readonly outage: number;
}

/** One row of the table of reliability, tested on a real server. */
export interface Fault {
  readonly name: string;
  /** Which of several ways of the same row this is. */
  readonly way?: string;
  readonly about: string;
  readonly stores: readonly StoreName[];
  /** Causes the fault and returns the figures. The installation is new, its server not started. */
  run(installation: Installation, options: FaultOptions): Promise<readonly Figure[]>;
}

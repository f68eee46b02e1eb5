import type { Figure } from '../../tests/support/figures.ts';
import type { Installation, StoreName } from '../../tests/support/installation.ts';

/** Options for how often faults occur and how long they last. */
export interface FaultOptions {
  /** Number of times that the server is killed, and maximum number of times that the database's leader fails. */
  readonly kills: number;
  /** Seconds for which the database, the bucket or free disk space is unavailable. */
  readonly outage: number;
}

/** A row of the reliability table, tested on a real server. */
export interface Fault {
  readonly name: string;
  /** The name of the variant, if the row has several variants. */
  readonly variant?: string;
  readonly about: string;
  readonly stores: readonly StoreName[];
  /** Causes the fault and returns the figures. The installation must be new, and its server not started yet. */
  run(installation: Installation, options: FaultOptions): Promise<readonly Figure[]>;
}

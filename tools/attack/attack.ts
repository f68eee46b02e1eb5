import type { Figure } from '../../tests/support/figures.ts';
import type { Installation } from '../../tests/support/installation.ts';

/** The target of an attack: a server in a separate process. */
export interface Target {
  readonly port: number;
  /** A host name for which the server has a program. */
  readonly host: string;
  readonly installation: Installation;
}

/** An attempt to harm a server from outside. The runner starts the server, monitors it, and adds its own measurements. */
export interface Attack {
  /** A unique name in lower case with hyphens, by which `--only` selects the attack. */
  readonly name: string;
  /** The ids of the requirements that the attack tests, from `docs/figures.md`. */
  readonly demands: readonly string[];
  /** A short description of the attack for the table of results. */
  readonly about: string;
  /** Additional environment variables for the server. */
  readonly env?: Readonly<Record<string, string>>;
  /**
   * Carries out the attack and closes all its connections. Returns the attack's measurements. Ends after a limited time or number
   * of requests.
   */
  run(target: Target): Promise<readonly Figure[]>;
}

import type { Figure } from '../../tests/support/figures.ts';
import type { Installation } from '../../tests/support/installation.ts';

/** The target of an attack: a server that runs in its own process. */
export interface Target {
  readonly port: number;
  /** A host of the server that has a program. */
  readonly host: string;
  readonly installation: Installation;
}

/** A way to harm a server from outside. The runner starts the server, watches it, and adds its own measurements. */
export interface Attack {
  /** Unique, in lower case with hyphens; `--only` accepts it. */
  readonly name: string;
  /** The ids of the demands that it tests, from `docs/figures.md`. */
  readonly demands: readonly string[];
  /** What it does, in half a sentence. */
  readonly about: string;
  /** Added to the environment of the server. */
  readonly env?: Readonly<Record<string, string>>;
  /** Attacks, closes everything that it opened, and returns its own measurements. Limited in time and count. */
  run(target: Target): Promise<readonly Figure[]>;
}

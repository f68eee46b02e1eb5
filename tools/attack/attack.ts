import type { Figure } from '../../tests/support/figures.ts';
import type { Installation } from '../../tests/support/installation.ts';

/** What an attack is aimed at: a server that runs in a process of its own. */
export interface Target {
  readonly port: number;
  /** A host of the server that has a program. */
  readonly host: string;
  readonly installation: Installation;
}

/** One way to harm a server from outside. The runner starts the server, watches it, and adds what it saw. */
export interface Attack {
  /** Unique, in lower case with hyphens; `--only` takes it. */
  readonly name: string;
  /** The ids of the demands that it tests, from `docs/figures.md`. */
  readonly demands: readonly string[];
  /** What it does, in half a sentence. */
  readonly about: string;
  /** Added to the environment of the server. */
  readonly env?: Readonly<Record<string, string>>;
  /** Attacks, ends all that it opened, and returns what it measured itself. Bounded in time and count. */
  run(target: Target): Promise<readonly Figure[]>;
}

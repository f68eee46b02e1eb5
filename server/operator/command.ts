/**
 * What a command of the operator's command line is (D35). A command is plain data and one function: it knows neither
 * the terminal nor whether it runs in a process of its own or inside the server that holds the embedded store.
 */

import type { Settings } from '../config/settings.ts';
import type { Database } from '../db/database.ts';
import type { Programs } from '../programs/programs.ts';
import type { KeyRing } from '../security/key-ring.ts';
import type { DataKey } from '../security/sealing.ts';

/** What commands work with: the part of the server's services that an operator's process has too. */
export interface OperatorContext {
  readonly settings: Settings;
  readonly programs: Programs;
  readonly database: Database;
  readonly keyRing: KeyRing;
  /** Key of the installation's keyed hashes. */
  readonly hashKey: DataKey;
  /** Login name of who runs the command, for the audit trail. */
  readonly operator: string;
}

/** A file that a command reads or makes, in pieces: it can be larger than memory. */
export interface OperatorFile {
  readonly name: string;
  /** Its bytes in pieces, read or made one at a time. To be called once. */
  readonly content: () => AsyncIterable<Uint8Array>;
}

/**
 * Takes the files that a command makes, and reads the content of one after the other. The process that the operator
 * called writes them, so that they belong to the operator. To be called once, with all files: if one of them cannot be
 * written, none is.
 */
export type HandOver = (files: readonly OperatorFile[]) => Promise<void>;

/** The answer of a command: the same facts as JSON and as text. Sensitive values are in it only for a given reason. */
export interface OperatorResult {
  readonly data: unknown;
  readonly text: string;
  /** 0 by default. 2: not found. 3: a check found something wrong. 4: not possible at the moment. */
  readonly exitCode?: 0 | 2 | 3 | 4;
}

/** An option of a command, with its line in `--help`. */
export interface OperatorOption {
  /** A string takes a value, a boolean none. */
  readonly type: 'string' | 'boolean';
  readonly about: string;
  /** What stands for the value in `--help`, such as `FILE`. */
  readonly value?: string;
  readonly required?: true;
}

/** What was typed after the name of a command: positional values in order, options by name. */
export interface OperatorCall {
  readonly positionals: readonly string[];
  /** The file at the path that the positional value named by `reads` holds. */
  readonly input?: OperatorFile;
  readonly options: Readonly<Record<string, string | boolean | undefined>>;
}

/** The declaration of a command: the command line is parsed by it, and `--help` shows it. */
export interface CommandWords {
  /** The words that call it: `applications show`. */
  readonly name: string;
  /** One sentence for `--help`. */
  readonly about: string;
  /** Names of the positional values in order; one in brackets may be left out. */
  readonly positionals: readonly string[];
  /** The positional value that is the path of a file. It is read with the rights of the operator, not of the server. */
  readonly reads?: string;
  readonly options: Readonly<Record<string, OperatorOption>>;
  /** Whole command lines with what each does. */
  readonly examples: readonly (readonly [line: string, does: string])[];
}

/** A command that works on the open store, in whichever process has it open. */
export interface OperatorCommand extends CommandWords {
  /** Throws OperatorProblem for anything that the operator can fix. */
  readonly run: (context: OperatorContext, call: OperatorCall, handOver: HandOver) => Promise<OperatorResult>;
}

/** A command that needs no open store, or needs that nobody has it open. It runs in the called process. */
export interface StandaloneCommand extends CommandWords {
  /** Throws OperatorProblem for anything that the operator can fix. */
  readonly runAlone: (settings: Settings, call: OperatorCall) => Promise<OperatorResult>;
}

/** A problem that the operator can fix; the message says how. Exit codes as those of a result, else 1. */
export class OperatorProblem extends Error {
  override readonly name = 'OperatorProblem';
  readonly exitCode: 1 | 2 | 4;

  constructor(message: string, exitCode: 1 | 2 | 4 = 1) {
    super(message);
    this.exitCode = exitCode;
  }
}

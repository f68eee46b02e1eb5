/**
 * What a command of the operator's command line is (D35). A command is plain data and one function: it knows neither
 * the terminal nor whether it runs in a process of its own or inside the server that holds the embedded store.
 */
import type { ParseArgsConfig } from 'node:util';
import type { Programs } from '../programs.ts';
import type { DataKey } from '../security/encryption.ts';
import type { KeyRing } from '../security/key-ring.ts';
import type { Settings } from '../settings.ts';
import type { Database } from '../store/database.ts';

/** What commands work with: the part of the server's services that needs neither a page nor a worker. */
export interface OperatorContext {
  readonly settings: Settings;
  readonly programs: Programs;
  readonly database: Database;
  readonly keyRing: KeyRing;
  /** Key of the installation's keyed hashes. */
  readonly hashKey: DataKey;
  readonly now: () => Date;
  /** Login name of who runs the command, for the audit trail. */
  readonly operator: string;
}

/** A file on its way, in either direction, in pieces: of any size where whoever makes it does not hold it whole. */
export interface OperatorFile {
  readonly name: string;
  /** Its bytes in pieces, read or made while they are asked for. To be called once. */
  readonly content: () => AsyncIterable<Uint8Array>;
}

/**
 * Takes files from a command, one after the other, and asks for the content of each when its turn has come. The process
 * that was called by the operator writes them, so that they are theirs. To be called once, with all files: none is
 * written where one of them cannot be.
 */
export type HandOver = (files: readonly OperatorFile[]) => Promise<void>;

/** What a command answers: the same facts as JSON and as text for a terminal. Neither holds a sensitive value unless it was asked for with a reason. */
export interface OperatorResult {
  readonly data: unknown;
  readonly text: string;
  /** 0 where left out. 2: what was looked for is not there. 3: a check found something wrong. 4: not now, as things stand. */
  readonly exitCode?: 0 | 2 | 3 | 4;
}

/** An option of a command, as `node:util` parses it, with what `--help` says of it. */
export type OperatorOption = NonNullable<ParseArgsConfig['options']>[string] & {
  readonly about: string;
  /** What stands for the value in `--help`, such as `FILE`. */
  readonly value?: string;
  readonly required?: true;
};

/** The values of a call: positional ones in order, options by name. */
export interface OperatorCall {
  readonly positionals: readonly string[];
  /** The file that the positional value named by `reads` is the path of, as the called process reads it. */
  readonly input?: OperatorFile;
  readonly options: Readonly<Record<string, string | boolean | readonly string[] | undefined>>;
}

/** How a command is called, and what `--help` says of it. */
export interface CommandWords {
  /** The words that call it: `applications show`. */
  readonly name: string;
  /** One sentence for `--help`. */
  readonly about: string;
  /** Names of the positional values in order; one in brackets may be left out. */
  readonly positionals: readonly string[];
  /** The positional value that is the path of a file to read. The called process reads it, as whoever called it. */
  readonly reads?: string;
  readonly options: Readonly<Record<string, OperatorOption>>;
  /** Whole command lines with what each does. */
  readonly examples: readonly (readonly [line: string, does: string])[];
}

/** A command that works on the open store, in whichever process has it open. */
export interface OperatorCommand extends CommandWords {
  /** Throws OperatorProblem for anything that the operator can mend. */
  readonly run: (context: OperatorContext, call: OperatorCall, handOver: HandOver) => Promise<OperatorResult>;
}

/** A command that needs no open store, or needs that nobody has it open. It runs in the called process. */
export interface StandaloneCommand extends CommandWords {
  /** Throws OperatorProblem for anything that the operator can mend. */
  readonly runAlone: (settings: Settings, call: OperatorCall) => Promise<OperatorResult>;
}

/** Something that the operator can mend, in plain words. Exit codes as those of a result; 1 for anything else. */
export class OperatorProblem extends Error {
  override readonly name = 'OperatorProblem';
  readonly exitCode: 1 | 2 | 4;

  constructor(message: string, exitCode: 1 | 2 | 4 = 1) {
    super(message);
    this.exitCode = exitCode;
  }
}

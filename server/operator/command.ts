/**
 * Declares what a command of the operator's command line is (D35): plain data and one function. It knows neither the terminal nor
 * whether it runs in its own process or inside the server that holds the embedded store.
 */
import type { Role } from '../config/operators-file.ts';
import type { Settings } from '../config/settings.ts';
import type { Database } from '../db/database.ts';
import type { DocumentStore } from '../documents/store/document-store.ts';
import type { Program, Programs } from '../programs/programs.ts';
import type { StoreKeys } from '../security/installation-key.ts';
import type { KeyRing } from '../security/key-ring.ts';
import type { DataKey } from '../security/sealing.ts';

/** The services of a server that an operator's process has too. */
export interface OperatorStore {
  readonly settings: Settings;
  readonly programs: Programs;
  readonly database: Database;
  readonly keyRing: KeyRing;
  readonly keys: StoreKeys;
  readonly documents: DocumentStore;
  /** The key of the installation's keyed hashes. */
  readonly hashKey: DataKey;
  /** True in the operator's own process; absent in a server, which runs as the serving user. */
  readonly isOperatorProcess?: true;
}

/** Prints a line for the operator. */
export type ReportProgress = (line: string) => void;

export interface OperatorContext extends OperatorStore {
  /** Login name of the operator, for the audit trail. */
  readonly operator: string;
  /** The operator who approved the call, if the program requires four eyes. */
  readonly approvedBy?: string;
  /** Prints the progress of a long command on stderr; absent without a terminal. */
  readonly tell?: ReportProgress;
}

/** A file that a command reads or makes, in pieces, because it can be larger than memory. */
export interface OperatorFile {
  readonly name: string;
  /** Yields its bytes, in pieces read or made one at a time. Call it once. */
  readonly content: () => AsyncIterable<Uint8Array>;
}

/** Returns a file with the given bytes. */
export function fileOf(name: string, bytes: Uint8Array): OperatorFile {
  return {
    name,
    content: async function* () {
      yield bytes;
    },
  };
}

/**
 * Receives the files that a command makes, and reads their contents one after another. The operator's own process
 * writes them, so that the operator owns them. Call it once, with all files: it writes all of them or none.
 */
export type HandOver = (files: readonly OperatorFile[]) => Promise<void>;

/** The output of a command: the same facts as JSON and as text, with sensitive values only if a reason was given. */
export interface OperatorResult {
  readonly data: unknown;
  readonly text: string;
  /** 0 by default. 1: a problem to be settled. 2: not found. 3: a check failed. 4: not possible at the moment. */
  readonly exitCode?: 0 | 1 | 2 | 3 | 4;
}

/** An option of a command, with its line in `--help`. */
export interface OperatorOption {
  /** Placeholder for the value in `--help`, such as `FILE`; absent for an option without a value. */
  readonly value?: string;
  readonly about: string;
  readonly required?: true;
}

/** What was typed after the name of a command: positional values in order, options by name. */
export interface OperatorCall {
  readonly positionals: readonly string[];
  /** The file at the path given for the positional value named by `reads`. */
  readonly input?: OperatorFile;
  readonly options: Readonly<Record<string, string | boolean | undefined>>;
}

/** The declaration of a command. The command line is parsed by it, and `--help` shows it. */
export interface CommandWords {
  /** The words that run it: `applications show`. */
  readonly name: string;
  /** One sentence for `--help`. */
  readonly about: string;
  /** Names of the positional values, in order; one in brackets is optional. */
  readonly positionals?: readonly string[];
  /** The positional value that is the path of a file to read, with the operator's rights, not the server's. */
  readonly reads?: string;
  readonly options?: Readonly<Record<string, OperatorOption>>;
  /** Complete command lines, each with what it does. */
  readonly examples: Readonly<Record<string, string>>;
}

/** The programs whose applicants a call shows. @throws OperatorProblem if there is nothing to show */
export type ProgramsShown = (store: OperatorStore, call: OperatorCall) => Promise<readonly Program[]>;

/** The role that a call needs. A call that reveals answers names the programs, which can require four eyes. */
type Access =
  | { readonly role: Exclude<Role, 'reveal'>; readonly shows?: undefined }
  | { readonly role: 'reveal' | ((call: OperatorCall) => Role); readonly shows: ProgramsShown };

/** A command that works on the open store, in whichever process that is open. */
export type OperatorCommand = CommandWords &
  Access & {
    /** @throws OperatorProblem for anything that the operator can fix */
    readonly run: (
      context: OperatorContext,
      call: OperatorCall,
      handOver: HandOver,
    ) => Promise<OperatorResult>;
  };

/** A command that does not need the store open, or needs it closed. It runs in the operator's process. */
export interface StandaloneCommand extends CommandWords {
  /** @throws OperatorProblem for anything that the operator can fix */
  readonly runAlone: (settings: Settings, call: OperatorCall) => Promise<OperatorResult>;
}

export type AnyCommand = OperatorCommand | StandaloneCommand;

/** A problem that the operator can fix; the message says how. Exit codes as in `OperatorResult`, 1 by default. */
export class OperatorProblem extends Error {
  override readonly name = 'OperatorProblem';
  readonly exitCode: 1 | 2 | 3 | 4;

  constructor(message: string, exitCode: 1 | 2 | 3 | 4 = 1) {
    super(message);
    this.exitCode = exitCode;
  }
}

/**
 * Returns functions of a module by name, and loads the module at the first call of one: help and wrong usage load nothing that
 * commands work with.
 */
export function lazily<Module extends { [Name in keyof Module]: Work }>(load: () => Promise<Module>) {
  return <Name extends keyof Module>(name: Name): Module[Name] =>
    ((...given: never[]) => load().then((module) => module[name](...given))) as Module[Name];
}

type Work = (...given: never[]) => Promise<unknown>;

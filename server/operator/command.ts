/** Declares the types of operator commands (D35). A command runs without a terminal, so it can also run in a server. */
import type { Role } from '../config/operators-file.ts';
import type { Settings } from '../config/settings.ts';
import type { Database } from '../db/database.ts';
import type { DocumentStore } from '../documents/store/document-store.ts';
import type { Program, Programs } from '../programs/programs.ts';
import type { StoreKeys } from '../security/installation-key.ts';
import type { KeyRing } from '../security/key-ring.ts';
import type { DataKey } from '../security/sealing.ts';

/** The services that a command can use, both in a server and in the operator's own process. */
export interface OperatorStore {
  readonly settings: Settings;
  readonly programs: Programs;
  readonly database: Database;
  readonly keyRing: KeyRing;
  readonly keys: StoreKeys;
  readonly documents: DocumentStore;
  /** The key of the installation's keyed hashes. */
  readonly hashKey: DataKey;
  /** True in the operator's own process, which may run as a different user than the server. Absent in a server. */
  readonly isOperatorProcess?: true;
}

/** Prints a line for the operator. */
export type ReportProgress = (line: string) => void;

export interface OperatorContext extends OperatorStore {
  /** Login name of the operator, for the audit trail. */
  readonly operator: string;
  /** The operator who approved the call. Absent unless the program requires four eyes. */
  readonly approvedBy?: string;
  /** Prints the progress of a long command to stderr. */
  readonly tell?: ReportProgress;
}

/** A file that a command reads or makes. */
export interface OperatorFile {
  readonly name: string;
  /** Yields the file's bytes in pieces. Reads or makes each piece only when it is needed. Can be called only once. */
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

/** Writes a command's files for the operator. Call it once, with all files, because it checks all paths before it writes. */
export type HandOver = (files: readonly OperatorFile[]) => Promise<void>;

/** The exit code. 1: the operator must fix a problem. 2: something was not found. 3: a check failed. 4: not possible now. */
export type ProblemCode = 1 | 2 | 3 | 4;

/** The output of a command. It contains sensitive answers only if the operator gave a reason. */
export interface OperatorResult {
  readonly data: unknown;
  /** The same content as `data`, for a terminal. */
  readonly text: string;
  /** The exit code of the command, by default 0. */
  readonly exitCode?: 0 | ProblemCode;
}

/** An option of a command, with its description for `--help`. */
export interface OperatorOption {
  /** Placeholder for the option's value in `--help`, such as `FILE`. Absent if the option has no value. */
  readonly value?: string;
  readonly about: string;
  readonly required?: true;
}

/** The arguments that the operator typed after the name of a command: positional values in order, options by name. */
export interface OperatorCall {
  readonly positionals: readonly string[];
  /** The file that the command reads. Its path is the positional value whose name is in `reads` of CommandWords. */
  readonly input?: OperatorFile;
  readonly options: Readonly<Record<string, string | boolean | undefined>>;
}

/** The declaration that determines how a command's arguments are parsed and what its `--help` prints. */
export interface CommandWords {
  /** The words that the operator types to call the command, such as `applications show`. */
  readonly name: string;
  /** One sentence that describes the command in `--help`. */
  readonly about: string;
  /** Names of the positional values, in order. A name in brackets marks an optional value. */
  readonly positionals?: readonly string[];
  /** The name of the positional value that is a file's path. The operator's process, not the server, reads this file. */
  readonly reads?: string;
  readonly options?: Readonly<Record<string, OperatorOption>>;
  /** Command lines, usually without `npm run operator --`, each with a description of what it does. */
  readonly examples: Readonly<Record<string, string>>;
}

/** Returns the programs of the revealed applications. Throws OperatorProblem if an application or a document is missing. */
export type ProgramsShown = (store: OperatorStore, call: OperatorCall) => Promise<readonly Program[]>;

/** The role that a call needs. For the role `reveal`, `shows` returns the programs whose applicants' answers the call reveals. */
type Access =
  | { readonly role: Exclude<Role, 'reveal'>; readonly shows?: undefined }
  | { readonly role: 'reveal' | ((call: OperatorCall) => Role); readonly shows: ProgramsShown };

/** A command that runs in the process that has the store open: a server or the operator's own process. */
export type OperatorCommand = CommandWords &
  Access & {
    /** @throws OperatorProblem for anything that the operator can fix */
    readonly run: (
      context: OperatorContext,
      call: OperatorCall,
      handOver: HandOver,
    ) => Promise<OperatorResult>;
  };

/** A command that needs no open store, such as `migrate`. It always runs in the operator's own process. */
export interface StandaloneCommand extends CommandWords {
  /** @throws OperatorProblem for anything that the operator can fix */
  readonly runAlone: (settings: Settings, call: OperatorCall) => Promise<OperatorResult>;
}

export type AnyCommand = OperatorCommand | StandaloneCommand;

/** A problem that the operator can fix. The message says how to fix it. */
export class OperatorProblem extends Error {
  override readonly name = 'OperatorProblem';
  readonly exitCode: ProblemCode;

  constructor(message: string, exitCode: ProblemCode = 1) {
    super(message);
    this.exitCode = exitCode;
  }
}

type Work = (...given: never[]) => Promise<unknown>;

/**
 * Returns a function that takes the name of one of a module's functions and returns a wrapper for it. The wrapper loads the
 * module only when the wrapper is called, so help appears quickly.
 */
export function lazily<Module extends { [Name in keyof Module]: Work }>(load: () => Promise<Module>) {
  return <Name extends keyof Module>(name: Name): Module[Name] =>
    ((...given: never[]) => load().then((module) => module[name](...given))) as Module[Name];
}

/** What handlers work with: made once at start, passed on, never looked up globally. */

import type { AgreementPrinter } from './agreements/agreement-printer.ts';
import type { DocumentChecker } from './documents/document-checker.ts';
import type { Programs } from './programs.ts';
import type { DataKey } from './security/encryption.ts';
import type { KeyRing } from './security/key-ring.ts';
import type { Settings } from './settings.ts';
import type { Database } from './store/database.ts';
import type { ProgramRows } from './store/program-rows.ts';

export interface Services {
  readonly settings: Settings;
  readonly programs: Programs;
  readonly database: Database;
  readonly keyRing: KeyRing;
  /** Key of the installation's keyed hashes: start keys and idempotent bodies. */
  readonly hashKey: DataKey;
  readonly programRows: ProgramRows;
  readonly agreementPrinter: AgreementPrinter;
  readonly documentChecker: DocumentChecker;
  /** The calls with an Idempotency-Key that this process works on now, each by its session, path and key. */
  readonly runningCalls: Set<string>;
  readonly now: () => Date;
  /** Wakes the outbox worker; harmless when there is none. */
  readonly wakeOutbox: () => void;
}

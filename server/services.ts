/** The services that handlers use, created once at start and passed as arguments. */
import type { AgreementPrinter } from './agreements/agreement-printer.ts';
import type { Settings } from './config/settings.ts';
import type { Database } from './db/database.ts';
import type { ProgramRows } from './db/queries/program-rows.ts';
import type { DocumentChecker } from './documents/document-checker.ts';
import type { DocumentStore } from './documents/store/document-store.ts';
import type { Programs } from './programs/programs.ts';
import type { StoreKeys } from './security/installation-key.ts';
import type { KeyRing } from './security/key-ring.ts';
import type { DataKey } from './security/sealing.ts';

/** The services that exist before the database is open. */
export type Groundwork = { readonly settings: Settings; readonly programs: Programs };

export interface Services extends Groundwork {
  readonly database: Database;
  readonly keyRing: KeyRing;
  readonly keys: StoreKeys;
  /** The key of the installation's keyed hashes, such as the hashes of start keys and of request bodies. */
  readonly hashKey: DataKey;
  readonly programRows: ProgramRows;
  readonly agreementPrinter: AgreementPrinter;
  readonly documentChecker: DocumentChecker;
  readonly documents: DocumentStore;
  /** The calls with an Idempotency-Key that this process is handling: the session, path and key of each. */
  readonly runningCalls: Set<string>;
  /** Wakes the outbox worker. Does nothing if there is no worker. */
  readonly wakeOutbox: () => void;
}

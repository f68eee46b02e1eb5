/** Opens the configured database, keys and programs for a command that runs without a server (D35). */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Settings } from '../config/settings.ts';
import { openDatabase } from '../db/database.ts';
import { StoreInUse } from '../db/embedded/folder-lock.ts';
import { isPassing, openingProblem } from '../db/opening-error.ts';
import type { StoreLog } from '../db/pool.ts';
import { openDocumentStore } from '../documents/store/document-store.ts';
import { loadPrograms } from '../programs/programs.ts';
import { openStoreKeys } from '../security/installation-key.ts';
import { openKeyRing, ownKeyFile } from '../security/key-ring.ts';
import { keyServicesIn, openKeyServices } from '../security/key-services/open-key-services.ts';
import { wrappingByRing } from '../security/key-wrapping.ts';
import { EncryptionError, KeysUnavailable } from '../security/sealing.ts';
import { OperatorProblem, type OperatorStore } from './command.ts';

/** Milliseconds that a transaction or a single statement may take: more than in the server, because no applicant is waiting. */
const timeBudgetMillis = 60_000;

/**
 * Opens the store and its keys. Never creates them: new keys could not decrypt an existing store, and if the store is missing,
 * DATA_DIR may be the wrong folder. Throws OperatorProblem with a line for each problem.
 */
export async function openContext(settings: Settings, log: StoreLog) {
  const loaded = await loadPrograms(settings.programsDir);
  const problems = [...missingParts(settings), ...(loaded.ok ? [] : loaded.problems)];
  if (!loaded.ok || problems.length > 0) throw new OperatorProblem(problems.join('\n'));
  const keyRing = await openRing(settings, { production: false }).catch((error: Error) => {
    throw new OperatorProblem(error.message);
  });
  const options = { ...storeOptions(settings), log, timeBudgetMillis };
  const database = await openDatabase(options).catch((error: unknown) => {
    throw error instanceof StoreInUse ? new OperatorProblem(error.message, 4) : asOperatorProblem(error);
  });
  try {
    const keys = await openStoreKeys(database.db, wrappingByRing(keyRing, await openKeyServices(settings)));
    const { programs } = loaded;
    const documents = openDocumentStore(settings, database);
    const opened = { settings, programs, database, keyRing, keys, documents, hashKey: keys.hashKey };
    return { store: { ...opened, isOperatorProcess: true } as OperatorStore, close: database.close };
  } catch (error) {
    await database.close();
    if (error instanceof KeysUnavailable) throw new OperatorProblem(error.message, 4);
    if (!(error instanceof EncryptionError)) throw error;
    throw new OperatorProblem('The encryption keys are not those that this store was sealed under.');
  }
}

/** Returns a line about the store if it is missing, and a line about the encryption keys if they are missing. */
function missingParts({ databaseUrl, dataDir, encryptionKeys, encryptionKeysFile }: Settings): string[] {
  const store = join(dataDir, 'database');
  const keys = ownKeyFile(dataDir);
  const hasStore = databaseUrl !== undefined || existsSync(store);
  const hasKeys = encryptionKeys !== undefined || encryptionKeysFile !== undefined || existsSync(keys);
  return [
    !hasStore &&
      `There is no store: DATABASE_URL is not set, and ${store} does not exist. Start the server once, or set DATA_DIR.`,
    !hasKeys &&
      `There are no encryption keys: set ENCRYPTION_KEYS or ENCRYPTION_KEYS_FILE to the server's keys, because ${keys} does not exist.`,
  ].filter((problem) => problem !== false);
}

/** Returns an OperatorProblem if the operator can fix what kept the store from opening, and otherwise the error itself. */
export function asOperatorProblem(error: unknown): unknown {
  const problem = openingProblem(error);
  return problem === undefined ? error : new OperatorProblem(problem, isPassing(error) ? 4 : 1);
}

/** Returns the options for opening the configured store. Commands and servers use them. */
export function storeOptions({ databaseUrl, migrateDatabaseUrl, dataDir, preparedStatements }: Settings) {
  return { databaseUrl, migrateDatabaseUrl, dataDir, keepsSession: preparedStatements === 'on' };
}

/** Opens the key ring. If no setting provides keys, uses or creates a file in DATA_DIR, but rejects in `production`. */
export function openRing(settings: Settings, { production }: { readonly production: boolean }) {
  const { encryptionKeys: keys, encryptionKeysFile: keysFile, dataDir } = settings;
  return openKeyRing({ keys, keysFile, dataDir, production, services: keyServicesIn(settings) });
}

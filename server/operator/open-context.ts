/** Opens the database, keys and programs named in the settings, for a command that runs without a server (D35). */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Settings } from '../config/settings.ts';
import { type Database, openDatabase } from '../db/database.ts';
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

export interface OpenContext {
  readonly store: OperatorStore;
  readonly close: () => Promise<void>;
}

/** Time limit of a transaction in milliseconds: longer than in the server, where an applicant is waiting. */
const timeBudgetMillis = 60_000;

/**
 * Opens the store and keys, which must exist, and creates neither: an operator who named the wrong folder must not work
 * on an empty store, and new keys could not decrypt what others encrypted.
 *
 * @throws OperatorProblem that lists all that is missing, one per line
 */
export async function openContext(settings: Settings, log: StoreLog): Promise<OpenContext> {
  const loaded = await loadPrograms(settings.programsDir);
  const problems = [...missingParts(settings), ...(loaded.ok ? [] : loaded.problems)];
  if (!loaded.ok || problems.length > 0) throw new OperatorProblem(problems.join('\n'));
  const keyRing = await keysOf(settings);
  const database = await openStore(settings, log);
  try {
    const keys = await openStoreKeys(database.db, wrappingByRing(keyRing, await openKeyServices(settings)));
    const { hashKey } = keys;
    const documents = openDocumentStore(settings, database);
    const store: OperatorStore = {
      settings,
      programs: loaded.programs,
      database,
      keyRing,
      keys,
      documents,
      hashKey,
      isOperatorProcess: true,
    };
    return { store, close: database.close };
  } catch (error) {
    await database.close();
    if (error instanceof KeysUnavailable) throw new OperatorProblem(error.message, 4);
    if (!(error instanceof EncryptionError)) throw error;
    throw new OperatorProblem('The encryption keys are not those that this store was sealed under.');
  }
}

/** One line for each missing thing that every command needs. */
function missingParts({ databaseUrl, dataDir, encryptionKeys, encryptionKeysFile }: Settings): string[] {
  const store = join(dataDir, 'database');
  const keys = ownKeyFile(dataDir);
  const hasStore = databaseUrl !== undefined || existsSync(store);
  const hasKeys = encryptionKeys !== undefined || encryptionKeysFile !== undefined || existsSync(keys);
  return [
    ...(hasStore
      ? []
      : [
          `There is no store: DATABASE_URL is not set, and ${store} is not there. Start the server once, or set DATA_DIR.`,
        ]),
    ...(hasKeys
      ? []
      : [
          `There are no encryption keys: set ENCRYPTION_KEYS or ENCRYPTION_KEYS_FILE to those of the server, for ${keys} is not there.`,
        ]),
  ];
}

function keysOf(settings: Settings): ReturnType<typeof openKeyRing> {
  const { encryptionKeys, encryptionKeysFile, dataDir } = settings;
  const services = keyServicesIn(settings);
  const source = { keys: encryptionKeys, keysFile: encryptionKeysFile, dataDir, production: false, services };
  return openKeyRing(source).catch((error: Error) => {
    throw new OperatorProblem(error.message);
  });
}

async function openStore(settings: Settings, log: StoreLog): Promise<Database> {
  const { databaseUrl, migrateDatabaseUrl, dataDir } = settings;
  const keepsSession = settings.preparedStatements === 'on';
  try {
    return await openDatabase({
      databaseUrl,
      migrateDatabaseUrl,
      keepsSession,
      dataDir,
      log,
      timeBudgetMillis,
    });
  } catch (error) {
    if (error instanceof StoreInUse) throw new OperatorProblem(error.message, 4);
    const problem = openingProblem(error);
    throw problem === undefined ? error : new OperatorProblem(problem, isPassing(error) ? 4 : 1);
  }
}

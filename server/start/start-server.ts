/** Starts a server from its settings, and stops it. `serve.ts` and the tests both use it. */
import { rm } from 'node:fs/promises';
import type { Server } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import { startAgreementPrinter } from '../agreements/agreement-printer.ts';
import { recordTexts, withDraftVersions } from '../agreements/record-texts.ts';
import { problemsOf } from '../config/checked.ts';
import type { Settings } from '../config/settings.ts';
import { readNow } from '../db/clock.ts';
import type { Database } from '../db/database.ts';
import { dueObjectFigures, hasDocumentsInBucket } from '../db/queries/documents.ts';
import { headsAgeSeconds } from '../db/queries/encryption.ts';
import { outboxFigures } from '../db/queries/outbox.ts';
import { upsertProgramRows } from '../db/queries/program-rows.ts';
import { countLiveTokens } from '../db/queries/resume-tokens.ts';
import { readDeliverySetup, unwritableFolders } from '../delivery/delivery-setup.ts';
import { startDocumentChecker } from '../documents/document-checker.ts';
import { openDocumentStore } from '../documents/store/document-store.ts';
import { makePrivate } from '../files/private-folder.ts';
import type { Api } from '../http/api-types.ts';
import { buildApp } from '../http/app.ts';
import { startHeadsExport } from '../jobs/export-heads.ts';
import { startOutboxWorker } from '../jobs/outbox-worker.ts';
import { openSenders } from '../jobs/senders.ts';
import { startSweeper } from '../jobs/sweeper.ts';
import { watchClock } from '../observability/clock-watch.ts';
import { createMetrics, serveMetrics } from '../observability/metrics.ts';
import { securityLog } from '../observability/security-events.ts';
import { openRing, storeOptions } from '../operator/open-context.ts';
import { productionProblems, productionWarnings } from '../preflight/production.ts';
import { loadPrograms, providerIdsOf } from '../programs/programs.ts';
import { type ResumeServices, resumeNotes } from '../resume/resume-events.ts';
import { openStoreKeys } from '../security/installation-key.ts';
import { ownKeyFile, watchKeyRing } from '../security/key-ring.ts';
import { openKeyServices } from '../security/key-services/open-key-services.ts';
import { wrappingByRing } from '../security/key-wrapping.ts';
import { EncryptionError, KeysUnavailable } from '../security/sealing.ts';
import type { Groundwork } from '../services.ts';
import { addressesOf, listen, stopListening } from './listen.ts';
import { openStore } from './open-store.ts';
import { serveCommands } from './serve-commands.ts';
import { asStartProblem, StartProblem } from './start-problem.ts';
import { waitingServerOf } from './waiting-server.ts';

export type RunningServer = Awaited<ReturnType<typeof startServer>>;

/** Milliseconds for which a retiring server reports "not ready" but still accepts new connections. */
const retireMillis = 2_000;
/**
 * Milliseconds, after `retireMillis`, for which a retiring server refuses new connections but keeps idle ones open. nginx tries a
 * refusing node again after 2 s, if possible on an idle connection.
 */
const lastCallsMillis = 3_000;

export interface StartOptions {
  /** An open store to use instead of the store in the settings. */
  readonly database?: Database;
  /** The printer and the document checker to use instead of the server's own. The caller closes them. */
  readonly heavyWork?: Pick<ResumeServices, 'agreementPrinter' | 'documentChecker'>;
  /** Milliseconds after which `stop` cuts off the calls that are still running, such as a slow upload. */
  readonly stopMillis?: number;
  /** Allows agreement texts to change without a new version, while they are still being written. */
  readonly draftTexts?: boolean;
  /** Adds the page to the server, for example `servePage`. */
  readonly page?: (app: Api, services: ResumeServices) => Promise<void>;
  /** Serves the page while PostgreSQL is unreachable or not migrated yet. If this option is absent, the start fails instead. */
  readonly servesWhileWaiting?: (app: Api, groundwork: Groundwork) => Promise<void>;
}

/** Starts the server without listening. Throws StartProblem with a line for each problem that the operator must fix. */
export async function startServer(settings: Settings, log: FastifyBaseLogger, options: StartOptions = {}) {
  const prepared = await prepare(settings, log, options);
  const { keyRing, tracing, waitingServer } = prepared;
  const begun: Stoppable[] = [tracing, waitingServer].filter((part) => part !== undefined);
  try {
    const onQuery = tracing?.traceQuery;
    const database =
      options.database ?? (await openStore({ ...storeOptions(settings), log, onQuery }, waitingServer));
    if (!options.database) begun.push({ stop: database.close });
    return await startOn(database, begun, prepared);
  } catch (error) {
    for (const part of begun.toReversed())
      await part.stop().catch((failure: unknown) => log.error(failure, 'a part of the server did not stop'));
    if (error instanceof KeysUnavailable) throw new StartProblem([error.message]);
    if (!(error instanceof EncryptionError)) throw error;
    if (!keyRing.isNew)
      throw new StartProblem(['The encryption keys are not those that this store was sealed under.']);
    const file = ownKeyFile(settings.dataDir);
    // Remove the key file that this process has just created.
    await rm(file, { force: true });
    throw new StartProblem([
      `${file} is missing, and the store was sealed under its keys. Restore the file, or set ENCRYPTION_KEYS_FILE to a file with the keys.`,
    ]);
  }
}

/** A part of the server that must be stopped before the process ends. */
interface Stoppable {
  readonly stop: () => Promise<void>;
}

/** Checks the installation, and prepares the parts of the server that do not need the store. */
async function prepare(settings: Settings, log: FastifyBaseLogger, options: StartOptions) {
  const loaded = await loadPrograms(settings.programsDir);
  if (!loaded.ok) throw new StartProblem(loaded.problems);
  const programs = options.draftTexts ? withDraftVersions(loaded.programs) : loaded.programs;
  await makePrivate(settings.dataDir).catch((error: unknown) => Promise.reject(asStartProblem(error)));
  const secrets = await readDeliverySetup(settings, programs);
  const unwritable = await unwritableFolders(settings, programs);
  const problems = [
    ...problemsOf(secrets),
    ...productionProblems(settings, programs.all),
    // A full disk doesn't prevent the start: the server waits for space and meanwhile handles requests that need no space.
    ...unwritable.filter(({ isFull }) => !isFull).map(({ problem }) => problem),
  ];
  if (!secrets.ok || problems.length > 0) throw new StartProblem(problems);
  for (const warning of productionWarnings(settings, programs.all)) log.warn(warning);
  const keyRing = await openRing(settings, { production: settings.nodeEnv === 'production' });
  const { otelEndpoint } = settings;
  const tracing =
    otelEndpoint === undefined
      ? undefined
      : (await import('../observability/tracing.ts')).startTracing(otelEndpoint, log);
  const waitingServer =
    options.servesWhileWaiting && waitingServerOf({ settings, programs }, log, options.servesWhileWaiting);
  return { settings, log, options, programs, secrets: secrets.value, keyRing, tracing, waitingServer };
}

type Prepared = Awaited<ReturnType<typeof prepare>>;

/** Starts every part of the server on an open store. Adds each part that must be stopped to `begun`. */
async function startOn(database: Database, begun: Stoppable[], prepared: Prepared) {
  const { settings, log, options, keyRing, secrets, tracing, waitingServer } = prepared;
  const { stopMillis = 5_000 } = options;
  /** The parts that `stop` stops first, all at the same time. */
  const running: Stoppable[] = [];
  const begin = <Part extends Stoppable>(part: Part): Part => {
    begun.push(part);
    running.push(part);
    return part;
  };
  // Open the store's keys before starting the outbox: opening fails if the key ring doesn't belong to this store.
  const keys = await openStoreKeys(database.db, wrappingByRing(keyRing, await openKeyServices(settings)));
  const recorded = await recordTexts(database.db, prepared.programs, await readNow(database));
  if (!recorded.ok) throw new StartProblem(recorded.problems);
  const programs = recorded.value;
  const programRows = await upsertProgramRows(database.db, programs.all, await readNow(database));
  const heavyWork = options.heavyWork ?? {
    agreementPrinter: startAgreementPrinter(),
    documentChecker: startDocumentChecker({ checkers: settings.documentCheckers }),
  };
  const closeHeavyWork = async () => {
    if (options.heavyWork) return;
    await Promise.all([heavyWork.agreementPrinter.close(), heavyWork.documentChecker.close()]);
  };
  begun.push({ stop: closeHeavyWork });
  const { agreementPrinter, documentChecker } = heavyWork;
  const hasBucket = settings.documentsUrl !== undefined;
  if (!hasBucket && (await hasDocumentsInBucket(database.db)))
    throw new StartProblem(['This store keeps documents in a bucket. DOCUMENTS_URL must say where.']);
  const providerIds = providerIdsOf(programs);
  const metrics = createMetrics(
    {
      outbox: () => outboxFigures(database, providerIds),
      keptDrafts: () => countLiveTokens(database.db),
      unnamedObjects: hasBucket ? () => dueObjectFigures(database) : undefined,
      headsAgeSeconds: settings.auditHeadsSink === undefined ? undefined : () => headsAgeSeconds(database),
    },
    providerIds,
  );
  const documents = openDocumentStore(settings, database, { observe: metrics.observeBucket });
  const senders = await openSenders(
    { settings, programs, database, keys, documents, agreementPrinter, documentChecker },
    { secrets },
  );
  const clock = begin(await watchClock(database, log, metrics.observeClock));
  const outbox = begin(
    startOutboxWorker({ database, keys }, log, senders, {
      observe: metrics.observeSending,
      observeBreaker: metrics.observeBreaker,
      onAltered: (reason) => securityLog(log, metrics)('verification_failed', { reason }),
      trace: tracing?.traceSending,
    }),
  );
  const services: ResumeServices = {
    settings,
    programs,
    database,
    keyRing,
    keys,
    documents,
    hashKey: keys.hashKey,
    programRows,
    ...heavyWork,
    runningCalls: new Set(),
    noteResume: resumeNotes(metrics, securityLog(log, metrics)),
    wakeOutbox: outbox.wake,
  };
  if (settings.metricsPort !== undefined)
    begin(await serveMetrics(metrics, settings.metricsPort, settings.host, log));
  const app = await buildApp(services, log, {
    metrics,
    tracing,
    isClockRight: clock.isRight,
    ...(options.page && { page: (api: Api) => options.page?.(api, services) ?? Promise.resolve() }),
  });
  begin({ stop: () => app.close() });
  begin(startHeadsExport(services, log, metrics.observeHeadsExport));
  const sweeper = begin(
    startSweeper(services, log, { ended: metrics.observeSwept, deleted: metrics.observeDeleted }),
  );
  if (database.embedded || settings.operatorSocket !== undefined)
    begin(await serveCommands(services, log, securityLog(log, metrics)));
  const keyWatch = watchKeyRing(keyRing, log);

  let listeners: readonly Server[] = [];

  /** Reports "not ready", refuses new connections, lets calls run for up to `stopMillis`, and closes everything. Call it once. */
  async function stop(): Promise<void> {
    app.isDraining = true;
    keyWatch.stop();
    const cutOff = setTimeout(() => app.server.closeAllConnections(), stopMillis);
    await Promise.all([
      ...listeners.map((listener) => new Promise((resolve) => listener.close(resolve))),
      ...running.map((part) => part.stop()),
    ]);
    clearTimeout(cutOff);
    await closeHeavyWork();
    await Promise.all([database.close(), tracing?.stop()]);
  }

  return {
    app,
    services,
    outbox,
    sweeper,
    /** Checks now whether the key file has changed. The server also checks every 5 s. */
    readKeysAgain: keyWatch.look,
    /** Starts to listen, by default on all addresses of the host in the settings. */
    listen: async (addresses?: readonly string[]): Promise<void> => {
      await waitingServer?.stop();
      listeners = await listen(app, settings.port, addresses ?? (await addressesOf(settings.host)), log);
    },
    stop,
    /** Reports "not ready", serves until the load balancer notices, and then stops the server (F4). */
    retire: async (): Promise<void> => {
      app.isDraining = true;
      await pause(retireMillis);
      await stopListening(app, listeners, lastCallsMillis);
      await stop();
    },
  };
}

/**
 * Creates an installation for tests of the outbox, with one submitted application whose email and delivery have not been sent.
 */
import { sql } from 'kysely';
import { type DestinationStream, pino } from 'pino';
import { expect, onTestFinished } from 'vitest';
import type { Timed } from '../../server/db/clock.ts';
import type { Database } from '../../server/db/database.ts';
import { auditHash, emptyChain } from '../../server/db/queries/audit-events.ts';
import type { OutboxWorkerOptions, Senders } from '../../server/jobs/outbox-worker.ts';
import { startOutboxWorker } from '../../server/jobs/outbox-worker.ts';
import { loggerOptions } from '../../server/observability/logging.ts';
import type { Services } from '../../server/services.ts';
import type { TestDatabase, TestStore } from './database.ts';
import { expected, prepare, submit } from './sample-application.ts';
import { startTestServer, type TestServer } from './test-server.ts';
import type { TestSmtp } from './test-smtp.ts';
import { headerOf } from './test-smtp.ts';

/**
 * An installation with one submitted application whose email and delivery have not been sent. The installation's own outbox
 * worker is stopped.
 */
export interface Installation {
  readonly database: TestDatabase;
  /** The connection to `database`, with the time of `clock` instead of the database's time. */
  readonly timed: Timed;
  readonly services: Services;
  readonly applicationId: string;
  readonly referenceNumber: string | null;
  readonly clock: { now: Date; advance(millis: number): void };
  /** Returns the jobs of the outbox; the email is first. */
  jobs(): Promise<readonly Job[]>;
  /** Returns the types of the application's audit events after its submission. Fails if the audit trail does not verify. */
  auditTrail(): Promise<string[]>;
  /**
   * Starts an outbox worker, which uses the installation's clock or the fixed time `at`. With a fixed time, the worker's own
   * leases never expire. The worker's log goes to `log`. By default, nothing is logged.
   */
  worker(
    senders: Senders,
    options?: OutboxWorkerOptions & {
      readonly database?: Database;
      readonly log?: DestinationStream;
      readonly at?: Date;
    },
  ): ReturnType<typeof startOutboxWorker>;
}

type Job = Awaited<ReturnType<typeof readJobs>>[number];

function readJobs({ db }: TestDatabase) {
  return db.selectFrom('outbox').selectAll().orderBy('id').execute();
}

/** Starts a server and submits the sample application to it. The server stops when the test ends. */
export async function install(
  store: TestStore,
  smtp?: TestSmtp,
  env: Readonly<Record<string, string>> = {},
): Promise<Installation> {
  const server = await startTestServer({
    store,
    env: { ...env, ...(smtp && { SMTP_URL: `smtp://${smtp.address}` }) },
  });
  onTestFinished(server.stop);
  await server.outbox.stop();
  const { database } = server;
  const client = server.client();
  const { id } = await prepare(client);
  const { referenceNumber } = expected(200, await submit(client, id));
  if (referenceNumber === null) throw new Error('The application was submitted without a reference number.');
  const clock = {
    now: new Date(),
    advance: (millis: number) => {
      clock.now = new Date(clock.now.getTime() + millis);
    },
  };
  const momentOf = (at?: Date) => () => sql<Date>`cast(${at ?? clock.now} as timestamptz)`;
  return {
    database,
    timed: { db: database.db, moment: momentOf() },
    services: server.services,
    applicationId: id,
    referenceNumber,
    clock,
    jobs: () => readJobs(database),
    auditTrail: () => auditTrail(server, id),
    worker: (senders, options = {}) => {
      const worker = startOutboxWorker(
        {
          database: { ...(options.database ?? database), moment: momentOf(options.at) },
          keys: server.services.keys,
        },
        options.log ? pino(loggerOptions('info'), options.log) : pino({ level: 'silent' }),
        senders,
        options,
      );
      onTestFinished(worker.stop);
      return worker;
    },
  };
}

async function auditTrail(
  { database: { db }, services: { keys } }: Pick<TestServer, 'database' | 'services'>,
  id: string,
): Promise<string[]> {
  const events = await db
    .selectFrom('audit_event')
    .selectAll()
    .where('application_id', '=', id)
    .orderBy('sequence')
    .execute();
  const row = await db.selectFrom('application').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  let head = emptyChain.hash;
  for (const event of events) {
    head = auditHash(keys.auditKey, head, event);
    expect(event.hash).toEqual(head);
  }
  expect(row).toMatchObject({ audit_sequence: events.length, audit_hash: head });
  const types = events.map(({ type }) => type);
  return types.slice(types.indexOf('submitted') + 1);
}

/** Returns the Message-IDs of the received emails, in the order of arrival. */
export function messageIds({ received }: TestSmtp): (string | undefined)[] {
  return received.map(({ raw }) => headerOf(raw, 'Message-ID'));
}

/**
 * Migrates a store of the release of 2026-11-22, with migrations up to 009, while nodes of that release keep writing to it (F14).
 */
import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { pino } from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import { freshFolder } from '../../tests/support/database.ts';
import { findPostgres, startTestPostgres } from '../../tests/support/postgres.ts';
import { openDatabase } from './database.ts';
import { startEmbedded } from './embedded/start.ts';
import { uuidv7 } from './uuid.ts';

const log = pino({ level: 'silent' });

const migrationsOfThen = [
  '001-first-tables',
  '002-agreement-texts',
  '003-outbox',
  '004-operator',
  '005-disarmed-documents',
  '006-sealed',
  '007-delivery-keys',
  '008-heads-exported',
  '009-approvals',
];

type Run = (text: string, values?: unknown[]) => Promise<{ readonly rows: readonly unknown[] }>;

/** Creates the tables as the release of 2026-11-22 left them, together with Kysely's own tables. */
async function makeOldStore(run: Run): Promise<void> {
  await run('create table migration (name varchar(255) primary key, timestamp varchar(255) not null)');
  await run(
    'create table migration_lock (id varchar(255) primary key, is_locked integer default 0 not null)',
  );
  await run("insert into migration_lock values ('migration_lock', 0)");
  for (const name of migrationsOfThen) {
    await run(await readFile(join(import.meta.dirname, 'migrations', `${name}.sql`), 'utf8'));
    await run('insert into migration values ($1, $2)', [name, '2026-11-22T00:00:00.000Z']);
  }
}

/**
 * Writes one application to all tables that an application needs, with the same statements as nodes of the release of 2026-11-22.
 */
async function apply(run: Run): Promise<string> {
  const id = uuidv7(new Date());
  const session = uuidv7(new Date());
  const steps: readonly (readonly [string, unknown[]])[] = [
    [
      `insert into session (id, token_hash, domain_key, store_id, provider_id, create_date_time, active_date_time, expire_date_time)
       values ($1, $2, 'demo', '12345678', 'bank', now(), now(), now() + interval '12 hours')`,
      [session, randomBytes(32)],
    ],
    [
      `insert into application (id, session_id, domain_key, store_id, provider_id, status, create_date_time, update_date_time,
         create_user_id, audit_sequence, audit_hash, data_key)
       values ($1, $2, 'demo', '12345678', 'bank', 'draft', now(), now(), 'applicant', 0, $3, '{}')`,
      [id, session, Buffer.alloc(32)],
    ],
    [
      `insert into agreement_opening (session_id, agreement, version, sha256, open_date_time)
       values ($1, 'terms', '1', 'ab', now())`,
      [session],
    ],
    [
      `insert into consent (id, application_id, agreement, version, sha256, agreed, open_date_time, agreed_date_time)
       values ($1, $2, 'terms', '1', 'ab', true, now(), now())`,
      [uuidv7(new Date()), id],
    ],
    [
      `insert into document (id, application_id, document_type, content_type, size, sha256, content, create_date_time,
         update_date_time, disarmed)
       values ($1, $2, 'proof_of_entity', 'application/pdf', 3, 'ab', $3, now(), now(), true)`,
      [uuidv7(new Date()), id, Buffer.from('pdf')],
    ],
    [
      `with changed as (
         update application set status = 'submitted', submitted_date_time = now(), reference_number = $2, version = 2,
           audit_sequence = 1 where id = $1 returning id)
       insert into audit_event (application_id, sequence, type, create_date_time, previous_hash, hash)
       select id, 1, 'submitted', now(), $3, $3 from changed`,
      [id, id, Buffer.alloc(32)],
    ],
    [
      `insert into outbox (id, kind, application_id, create_date_time, run_date_time) values ($1, 'mail', $2, now(), now())`,
      [uuidv7(new Date()), id],
    ],
    [`update outbox set done_date_time = now(), attempts = 1 where application_id = $1`, [id]],
  ];
  for (const [text, values] of steps) await run(text, values);
  return id;
}

const submitted = "select id from application where status = 'submitted' order by id";

test.skipIf(findPostgres() === undefined)(
  'a PostgreSQL store of an older release is migrated while nodes of that release write',
  async () => {
    const postgres = await startTestPostgres();
    onTestFinished(() => postgres.stop());
    const pool = new pg.Pool({ connectionString: postgres.url('postgres'), max: 4 });
    const run: Run = (text, values) => pool.query(text, values);
    await makeOldStore(run);

    const kept: string[] = [];
    let stop = false;
    const nodes = Array.from({ length: 4 }, async () => {
      while (!stop) kept.push(await apply(run));
    });
    const reaches = (count: number) =>
      expect.poll(() => kept.length, { interval: 20 }).toBeGreaterThan(count);
    await reaches(100);
    const databases = await Promise.all(
      [1, 2].map(() => openDatabase({ databaseUrl: postgres.url('postgres'), dataDir: '', log })),
    );
    await reaches(kept.length + 100);
    stop = true;
    await Promise.all(nodes);

    const { rows } = await run(submitted);
    expect(rows).toEqual(kept.sort().map((id) => ({ id })));
    for (const database of databases) {
      expect(await database.ready()).toBe(true);
      await database.close();
    }
    await pool.end();
  },
);

test('an embedded store of an older release is migrated', async () => {
  const dataDir = await freshFolder();
  const store = await startEmbedded(dataDir, log);
  const pool = new pg.Pool({ ...store.connection, max: 1 });
  const run: Run = (text, values) => pool.query(text, values);
  await makeOldStore(run);
  const kept = [await apply(run), await apply(run)];
  await pool.end();
  await store.stop();

  const database = await openDatabase({ dataDir, log });
  onTestFinished(database.close);
  expect(await database.ready()).toBe(true);
  const rows = await database.db
    .selectFrom('application')
    .select('id')
    .where('status', '=', 'submitted')
    .execute();
  expect(rows.map(({ id }) => id).sort()).toEqual(kept);
});

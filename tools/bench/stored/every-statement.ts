/**
 * Makes the product send each of its database statements at least once: statements for applicants, for operators, and for the
 * server's own jobs. Runs in the server's process, so that it can see which queries of `server/db/queries/` are called.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { Session } from 'node:inspector/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { type LogEvent, sql } from 'kysely';
import { pino } from 'pino';
import { buildPage, buildServer } from '../../../scripts/build.ts';
import { changedRow } from '../../../server/applications/row-change.ts';
import { readSettings } from '../../../server/config/settings.ts';
import { openDatabase } from '../../../server/db/database.ts';
import { keptHeads } from '../../../server/db/queries/audit-events.ts';
import { outboxFigures } from '../../../server/db/queries/outbox.ts';
import { countLiveTokens } from '../../../server/db/queries/resume-tokens.ts';
import { verifyTrails } from '../../../server/evidence/verify-audit-trail.ts';
import { servePage } from '../../../server/page/page.ts';
import { type RunningServer, startServer } from '../../../server/start/start-server.ts';
import { type ApiClient, apiClient } from '../../../tests/support/api-client.ts';
import { everyCall, sendCall } from '../../../tests/support/every-call.ts';
import { codeIn, linkIn } from '../../../tests/support/mailed-links.ts';
import { type CallOperator, operatorOf } from '../../../tests/support/operator-call.ts';
import type { S3Server } from '../../../tests/support/s3-server.ts';
import {
  addPerson,
  applicant,
  begun,
  business,
  create,
  expected,
  prepare,
  prepareWhole,
  submit,
} from '../../../tests/support/sample-application.ts';
import { readable } from '../../../tests/support/test-smtp.ts';
import { noSuchId, queriesWithoutRows } from './rare-queries.ts';

const queries = fileURLToPath(new URL('../../../server/db/queries/', import.meta.url));

const startKey = /\d{4}-\d{4}-\d{4}-\d{4}/;

/** The store and the bucket on which the server runs. */
interface Stored {
  readonly databaseUrl: string;
  readonly dataDir: string;
  readonly bucket: S3Server;
  /** Called with the text of every statement. */
  readonly onStatement?: (text: string) => void;
}

/**
 * Starts a server in this process, on the given store, and makes the server send every statement. Returns the names of queries
 * that were never called.
 */
export async function everyStatement({
  databaseUrl,
  dataDir,
  bucket,
  onStatement,
}: Stored): Promise<readonly string[]> {
  buildPage();
  buildServer();
  const called = await watchQueries();
  const read = readSettings({
    NODE_ENV: 'test',
    DATABASE_URL: databaseUrl,
    DATA_DIR: dataDir,
    LIMITS_FACTOR: '100000',
    ...bucket.env,
  });
  if (!read.ok) throw new Error(read.problems.join('\n'));
  const log = pino({ level: 'silent' });
  const onQuery = onStatement && (({ query }: LogEvent) => onStatement(query.sql));
  const database = await openDatabase({ databaseUrl, dataDir, log, onQuery });
  const server = await startServer(read.settings, log, { database, page: servePage });
  try {
    const actors: Actors = {
      browser: () => apiClient(server.app),
      // `documents move --to database` works only if new documents also go to the database.
      operator: operatorOf(
        { services: { ...server.services, settings: { ...read.settings, newDocuments: 'database' } } },
        { uid: 0, name: 'bench' },
      ),
      dataDir,
    };
    await applicantsCalls(actors);
    await comeBackOnDevice(actors);
    await comeBackByEmail(actors);
    await deliverAndMakeOneDue(server, (await submitWhole(actors.browser())).id);
    await operatorsCalls(actors);
    await ownTasks(server);
    await queriesWithoutRows(server.services);
  } finally {
    await server.stop();
  }
  return called();
}

/** Starts to count calls of queries. The returned function resolves to the names of queries that were not called. */
async function watchQueries(): Promise<() => Promise<readonly string[]>> {
  const session = new Session();
  session.connect();
  await session.post('Profiler.enable');
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
  return async () => {
    const { result } = await session.post('Profiler.takePreciseCoverage');
    session.disconnect();
    const called = new Set(
      result
        .filter(({ url }) => url.includes('/server/db/queries/'))
        .flatMap(({ functions }) => functions)
        .filter(({ ranges }) => (ranges[0]?.count ?? 0) > 0)
        .map(({ functionName }) => functionName),
    );
    return namesOfQueries().filter((name) => !called.has(name) && !ofTheEmbeddedStore.has(name));
  };
}

/**
 * Returns the names of the functions in `server/db/queries/` that send a query. Leaves out functions that only build a statement.
 */
function namesOfQueries(): readonly string[] {
  return readdirSync(queries, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .flatMap((name) => [
      ...readFileSync(join(queries, name), 'utf8').matchAll(/^export async function\*? (\w+)/gm),
    ])
    .map(([, name = '']) => name);
}

interface Actors {
  readonly browser: () => ApiClient;
  readonly operator: CallOperator;
  readonly dataDir: string;
}

/** Makes every API call. Makes a call several times if the statements that it sends depend on the state of the store. */
async function applicantsCalls({ browser, operator }: Actors): Promise<void> {
  const whole = browser();
  const { id, applicant: person, document } = await prepareWhole(whole);
  for (const call of everyCall)
    await sendCall(whole, call, { application: id, person: person.id, document: document.id });
  const submitted = browser();
  await submit(submitted, (await prepareWhole(submitted)).id);
  const removing = browser();
  const withOne = await prepareWhole(removing);
  await removing.send('DELETE', `/document/${withOne.document.id}`);
  const repeating = browser();
  await repeating.start();
  const call = { json: { applicationData: business }, headers: { 'idempotency-key': 'once' } };
  for (const _ of ['first', 'again']) await repeating.send('POST', '/application', call);
  const issued = await operator(['keys', 'issue', '--program', 'demo', '--store', '10000001']);
  const [key] = startKey.exec(issued.text) ?? [''];
  const byKey = browser();
  await byKey.start(`/apply/start/${key}`);
  const { id: ofKey } = await prepare(byKey);
  await submit(byKey, ofKey);
  await operator(['entity-keys', 'add', 'a-street', '--program', 'demo', '--store', '10000001']);
  await browser().start('/apply/start/entity-key/a-street');
  const again = browser();
  await begun(again);
  await again.start();
}

/** Creates a draft, ends its session, and resumes the draft on the same device after one failed attempt. */
async function comeBackOnDevice({ browser }: Actors): Promise<void> {
  const device = browser();
  await device.start();
  const { id } = await create(device);
  await addPerson(device, id, 'applicant', applicant);
  await device.send('POST', '/apply/finish/timeout');
  const taxIdLast4 = business.taxId.slice(-4);
  for (const dateOfBirth of ['1950-01-01', applicant.dateOfBirth])
    await device.send('POST', '/resume/device', { json: { taxIdLast4, dateOfBirth } });
}

/** Resumes a draft by an emailed link, and revokes a second link. Reads the emails from the files that the server writes. */
async function comeBackByEmail({ browser, dataDir }: Actors): Promise<void> {
  const mails = new Set<string>();
  /** Waits for the next email file and returns its text. */
  const nextMail = async () => {
    for (;;) {
      const found = (await readdir(join(dataDir, 'mail'))).find(
        (name) => name.endsWith('.eml') && !mails.has(name),
      );
      if (found === undefined) await pause(50);
      else {
        mails.add(found);
        return readable(await readFile(join(dataDir, 'mail', found)));
      }
    }
  };
  for (const isGivenUp of [false, true]) {
    const phone = browser();
    await phone.start();
    await create(phone);
    for (const name of await readdir(join(dataDir, 'mail'))) mails.add(name);
    await phone.send('POST', '/resume/email', { json: { email: 'dana@greenacre.example' } });
    await phone.send('POST', '/resume/email/confirm', { json: { code: '000000' } });
    await phone.send('POST', '/resume/email/confirm', { json: { code: codeIn(await nextMail()) } });
    const token = linkIn(await nextMail());
    const laptop = browser();
    await laptop.send('POST', '/resume/link', { json: { token } });
    const json = { token, code: codeIn(await nextMail()) };
    if (isGivenUp) await laptop.send('DELETE', '/resume/link', { json: { token } });
    else await laptop.send('POST', '/resume/link/open', { json, headers: { 'idempotency-key': 'opened' } });
  }
}

/** Runs the outbox, which delivers submitted applications, and makes one application old enough to be purged. */
async function deliverAndMakeOneDue({ outbox, services }: RunningServer, id: string): Promise<void> {
  await outbox.runOnce();
  const { db } = services.database;
  const row = await db.selectFrom('application').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  const old = { create_date_time: new Date('2015-01-01'), submitted_date_time: new Date('2015-01-02') };
  // The purge skips an altered row, so the trail needs an event with the new state.
  const { after, events } = changedRow({ now: new Date(), keys: services.keys }, row, old, [
    { type: 'sealed' },
  ]);
  for (const { application_id, sequence, type, create_date_time, previous_hash, hash, state } of events)
    await sql`
      /* bench */ insert into audit_event (application_id, sequence, type, detail, create_date_time, previous_hash, hash, state)
      values (${application_id}, ${sequence}, ${type}, '{}', ${create_date_time}, ${previous_hash}, ${hash}, ${state})
    `.execute(db);
  await sql`
    /* bench */ update application
    set create_date_time = ${after.create_date_time}, submitted_date_time = ${after.submitted_date_time},
      audit_sequence = ${after.audit_sequence}, audit_hash = ${after.audit_hash}
    where id = ${id}
  `.execute(db);
}

/** Runs operator commands, except commands such as the rotation of keys, whose queries `rare-queries.ts` runs. */
async function operatorsCalls({ browser, operator }: Actors): Promise<void> {
  const run = async (words: string) => {
    const { exitCode, text, data } = await operator(words.split(' '));
    if (data === undefined && exitCode !== 2) throw new Error(`${words}: ${text}`);
    return { text, data: data as Readonly<Record<string, string>> };
  };
  const [decided, withdrawn] = [await submitWhole(browser()), await submitWhole(browser())];
  const [ended, erased] = [await begun(browser()), await begun(browser())];
  for (const filter of [
    '--status draft',
    '--status submitted',
    '--program demo',
    '--store 10000001',
    `--reference ${decided.referenceNumber}`,
    '--from 2026-01-01 --to 2026-02-01',
    `--after ${decided.id}`,
  ])
    await run(`applications list --limit 20 ${filter}`);
  await run(`applications show ${decided.referenceNumber} --reveal --reason bench`);
  for (const format of ['csv', 'json', 'evidence-json'])
    await run(`applications export --format ${format} --reference ${decided.referenceNumber} --reason bench`);
  await run(`applications decide ${decided.id} --approve --reason bench`);
  await run(`applications withdraw ${withdrawn.id} --reason bench`);
  await run(`applications erase ${erased.id} --reason bench`);
  await run(`sessions end ${ended.id} --reason bench`);
  await run('sessions end --all --program toro --reason bench');
  await run(`documents list ${decided.id}`);
  await run(`documents get ${decided.documentId} --reason bench`);
  await run('documents move --to database');
  await run(`audit show ${decided.id}`);
  await run('deliveries list --dead');
  await run('deliveries retry --all-dead');
  await run('deliveries retry --waiting --provider quillbrook');
  await run('deliveries retry --waiting --provider unknown');
  await run(`deliveries retry ${noSuchId}`);
  await run('delivery-keys list');
  for (const what of ['use', 'revoke'])
    await run(`delivery-keys ${what} ${(await run('delivery-keys add')).data['kid']}`);
  await run('approvals list');
  const key = (await run('keys issue --program demo --store 10000001')).text.match(startKey)?.[0];
  await run(`keys revoke ${key}`);
  await run('keys list --program demo');
  await run('entity-keys list');
  await run('entity-keys remove a-street --program demo');
  await run('retention run');
  await run('doctor');
}

async function submitWhole(client: ApiClient) {
  const { id, document } = await prepareWhole(client);
  const { referenceNumber } = expected(200, await submit(client, id));
  return { id, documentId: document.id, referenceNumber };
}

/** Runs the server's background jobs once, and verifies some audit trails. */
async function ownTasks({ outbox, sweeper, services }: RunningServer): Promise<void> {
  await outbox.runOnce();
  await sweeper.runOnce();
  const { database } = services;
  await outboxFigures(database, []);
  await countLiveTokens(database.db);
  let heads = 0;
  for await (const _ of keptHeads(database.db)) {
    heads += 1;
    if (heads === 3_000) break;
  }
  let verified = 0;
  for await (const _ of verifyTrails(services, { isTimeOver: () => verified >= 400 })) verified += 1;
}

/** Names of queries that the product sends only on the embedded store. */
const ofTheEmbeddedStore = new Set(['endLeases', 'storeFacts']);

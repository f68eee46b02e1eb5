/**
 * Tests that no personal data is readable in a database's tables, write-ahead log, statement log with parameters, or backup (X2,
 * X21, D62). Fills in a whole application with unique values, called canaries, and searches for these values.
 */
import { readdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { sql } from 'kysely';
import type { DestinationStream } from 'pino';
import { describe, expect, onTestFinished, test } from 'vitest';
import { type ApiClient, apiClient } from '../support/api-client.ts';
import { freshFolder, type TestDatabase, type TestStore, testStores } from '../support/database.ts';
import { forbidInLogs } from '../support/forbid-in-logs.ts';
import { codeIn, linkIn } from '../support/mailed-links.ts';
import { operatorOf } from '../support/operator-call.ts';
import { type S3Server, startS3Server } from '../support/s3-server.ts';
import {
  authorizedUser,
  change,
  expected,
  owner,
  prepare,
  samplePdf,
  submit,
  upload,
} from '../support/sample-application.ts';
import { storedApplication } from '../support/stored-applications.ts';
import { startTestServer } from '../support/test-server.ts';
import { headerOf, startTestSmtp } from '../support/test-smtp.ts';

const canaries = {
  businessName: 'Qorvelzim Fernwick LLC',
  dba: 'Qorvelzim Trade',
  taxId: '473918265',
  businessEmail: 'desk@qorvelzim.example.com',
  businessAddress: '90210 Qorvelzim Road',
  businessCity: 'Qorvelburgh',
  applicantName: 'Ysolvane Qorvelzim',
  applicantSsn: '519838426',
  occupation: 'Qorvelzimmer',
  applicantEmail: 'ysolvane@qorvelzim.example.com',
  applicantPhone: '2025550147',
  applicantBorn: '1961-07-23',
  applicantAddress: '77 Ysolvane Way',
  applicantCity: 'Ysolvanton',
  ownerName: 'Brindlefax Qorvelzim',
  ownerSsn: '519838427',
  ownerEmail: 'brindlefax@qorvelzim.example.com',
  ownerPhone: '2025550148',
  ownerAddress: '78 Brindlefax Way',
  userName: 'Umbrelloth Qorvelzim',
  userSsn: '519838428',
  fileName: 'qorvelzim-papers.pdf',
  userAgent: 'Qorvelbrowser/7.31',
  address: '198.51.100.213',
} as const;

/**
 * The canaries to search for, each shortened to its first 24 characters, because an index, a log line or a shortened text may
 * contain only the start of a value.
 */
const sought: [name: string, value: string][] = Object.entries(canaries).map(([name, value]) => [
  name,
  value.slice(0, 24),
]);

async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
}

/** Returns the names of the canaries, and of the additional secrets, that occur in the bytes of a file. */
function foundIn(bytes: Buffer, secrets: typeof sought = []): string[] {
  return [...sought, ...secrets].filter(([, value]) => bytes.includes(value)).map(([name]) => name);
}

async function foundInFiles(files: readonly string[], secrets: typeof sought): Promise<string[]> {
  const found: string[] = [];
  for (const file of files)
    found.push(
      ...foundIn(await readIfThere(file), secrets).map(
        (name) => `${name} in ${file.split('/').slice(-2).join('/')}`,
      ),
    );
  return found;
}

/**
 * Returns a file's bytes, or no bytes if the file no longer exists. The running database may remove files, such as caches, after
 * their folder was listed.
 */
async function readIfThere(file: string): Promise<Buffer> {
  try {
    return await readFile(file);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return Buffer.alloc(0);
    throw error;
  }
}

/** Configures a database to log every statement with its parameters from now on. */
async function logStatements(database: TestDatabase): Promise<TestDatabase> {
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(database.db);
  for (const setting of ["log_statement = 'all'", 'log_parameter_max_length = -1'])
    await sql`${sql.raw(`alter database "${rows[0]?.name}" set ${setting}`)}`.execute(database.db);
  return database.reopen();
}

/**
 * Finds the application's rows that could contain personal data, and rows of resume tokens that haven't ended. Returns the name
 * of each row's table.
 */
async function rowsLeftOf({ db }: TestDatabase, id: string) {
  const tables = ['personnel', 'document', 'submission', 'outbox', 'resume_code', 'way_back'] as const;
  const left = tables.map(async (table) => {
    const rows = await db.selectFrom(table).selectAll().where('application_id', '=', id).execute();
    return rows.filter((row) => !('end_date_time' in row && row.end_date_time)).map(() => table);
  });
  return (await Promise.all(left)).flat();
}

/** Returns the data folder of a PostgreSQL server and the path of its log. */
async function filesOfPostgres(database: TestDatabase): Promise<{ data: string; log: string }> {
  const { rows } = await sql<{
    data: string;
  }>`select setting as data from pg_settings where name = 'data_directory'`.execute(database.db);
  const data = rows[0]?.data ?? '';
  return { data, log: join(dirname(data), 'log') };
}

/**
 * Returns a server with its own store, a browser that sends canaries in every request, and `expectNothing`. On PostgreSQL, the
 * database logs every statement.
 */
async function watched(
  store: TestStore,
  options: {
    readonly log?: DestinationStream;
    readonly env?: Readonly<Record<string, string>>;
    /** The bucket in which the server stores documents. */
    readonly bucket?: S3Server;
  } = {},
) {
  const opened = await store.open({ isShared: false });
  const database = store.name === 'PostgreSQL' ? await logStatements(opened) : opened;
  const { bucket, env, ...rest } = options;
  const server = await startTestServer({ database, env: { ...bucket?.env, ...env }, ...rest });
  onTestFinished(async () => {
    await server.stop();
    await database.close();
  });
  const tab = apiClient(server.app, { address: canaries.address });
  const browser: typeof tab = {
    ...tab,
    get webSessionId() {
      return tab.webSessionId;
    },
    send: (method, path, call) =>
      tab.send(method, path, {
        ...call,
        headers: {
          'user-agent': canaries.userAgent,
          ...(method === 'POST' && { 'idempotency-key': crypto.randomUUID() }),
          ...call?.headers,
        },
      }),
  };

  /** Expects no canary in any stored data. Expects `id` in PostgreSQL's log, which shows that the test reads the right log. */
  async function expectNothing(id: string, secrets: typeof sought = []): Promise<void> {
    await sql`checkpoint`.execute(database.db);
    if (bucket) {
      expect((await bucket.objects()).length).toBeGreaterThan(0);
      expect(await foundInFiles(await filesIn(bucket.folder), secrets)).toEqual([]);
    }
    if (store.name === 'embedded') {
      expect(await foundInFiles(await filesIn(join(database.dataDir, 'database')), secrets)).toEqual([]);
      const out = join(await freshFolder(), 'backup.tar.gz');
      expect((await operatorOf(server)(['store', 'backup', '--out', out])).exitCode).toBe(0);
      const backup = await promisify(gunzip)(await readFile(out));
      // Allows the applicant's email address, because the emails in the backup name their recipient.
      const email = ['applicantEmail'];
      expect(foundIn(backup, secrets).filter((name) => !email.includes(name))).toEqual([]);
      return;
    }
    const { data, log } = await filesOfPostgres(database);
    const logged = await readFile(log);
    expect(logged.includes('parameters: $1 = ')).toBe(true);
    expect(logged.includes(id)).toBe(true);
    expect(logged.includes('insert into "personnel"')).toBe(true);
    expect(await foundInFiles([log, ...(await filesIn(data))], secrets)).toEqual([]);
  }
  return { server, browser, expectNothing };
}

/** Creates an application with answers, people and a document. Their sensitive values are canaries. Returns its ID. */
async function answered(browser: ApiClient): Promise<string> {
  const { id } = await prepare(browser, {
    applicationData: {
      businessName: canaries.businessName,
      dba: 'Before',
      taxId: canaries.taxId,
      email: canaries.businessEmail,
      addressLine: canaries.businessAddress,
      addressCity: canaries.businessCity,
    },
    applicant: {
      fullName: canaries.applicantName,
      ssn: canaries.applicantSsn,
      occupation: canaries.occupation,
      email: canaries.applicantEmail,
      phoneNumber: canaries.applicantPhone,
      dateOfBirth: canaries.applicantBorn,
      addressLine: canaries.applicantAddress,
      addressCity: canaries.applicantCity,
    },
    owners: [
      {
        ...owner,
        fullName: canaries.ownerName,
        ssn: canaries.ownerSsn,
        email: canaries.ownerEmail,
        phoneNumber: canaries.ownerPhone,
        addressLine: canaries.ownerAddress,
      },
    ],
  });
  await change(browser, id, { applicationData: { dba: canaries.dba } });
  const user = { ...authorizedUser, fullName: canaries.userName, ssn: canaries.userSsn };
  const json = { applicationId: id, personnelType: 'authorized_user', ...user };
  expected(201, await browser.send('POST', '/personnel', { json }));
  const form = upload(
    { applicationId: id, documentType: 'proof_of_entity' },
    { bytes: samplePdf, name: canaries.fileName },
  );
  expected(201, await browser.send('POST', '/document', { form }));
  return id;
}

describe.each(await testStores())('canaries on $name', (store) => {
  test('of a whole application are neither in the database’s files nor in the document bucket', async () => {
    const bucket = await startS3Server(await freshFolder());
    onTestFinished(bucket.stop);
    const { server, browser, expectNothing } = await watched(store, { bucket });
    const id = await answered(browser);
    for (let draft = true; ; draft = false) {
      const { status, body } = await browser.send('GET', `/application/${id}`);
      expect(status).toBe(200);
      expect(JSON.stringify(body)).toContain(canaries.ownerName);
      await expectNothing(id);
      if (!draft) break;
      for (const agreement of ['esign', 'terms', 'guarantor', 'controlling-party'])
        expected(200, await browser.send('GET', `/agreement/${agreement}`));
      expected(200, await submit(browser, id));
      await server.outbox.runOnce();
    }
  });

  test('of an abandoned draft and the secrets that open it are not in the files, and its rows are gone after its end', async () => {
    const log = forbidInLogs(canaries);
    const { server, browser, expectNothing } = await watched(store, { log });
    const facts = { taxIdLast4: canaries.taxId.slice(-4), dateOfBirth: canaries.applicantBorn };
    const comeBack = (json: object) =>
      browser.send<{ webSessionId: string }>('POST', '/resume/device', { json });
    const wrong = async () => {
      for (let tries = 0; tries < 5; tries += 1)
        expect((await comeBack({ ...facts, dateOfBirth: '1970-01-01' })).status).toBe(404);
    };
    const operator = operatorOf(server);
    const ends: [status: string, end: (id: string) => Promise<unknown>][] = [
      ['timed_out', wrong],
      ['timed_out', () => browser.send('DELETE', '/resume/device')],
      ['cancelled', (id) => operator(['applications', 'erase', id, '--reason', 'Asked for'])],
      [
        'cancelled',
        async () => {
          browser.goOn(expected(200, await comeBack(facts)).webSessionId);
          await browser.send('POST', '/apply/finish/cancel');
        },
      ],
      [
        'timed_out',
        async () => {
          server.clock.advance(25 * 60 * 60_000);
          await server.sweeper.runOnce();
        },
      ],
    ];
    const secrets: [name: string, value: string][] = [];
    for (const [status, end] of ends) {
      await browser.start();
      const id = await answered(browser);
      expect((await browser.send('POST', '/apply/finish/timeout')).status).toBe(204);
      const held = [...browser.cookies].filter(([name]) => name.startsWith('resume-'));
      expect(held).toHaveLength(1);
      secrets.push(...held);
      await expectNothing(id, secrets);
      await end(id);
      expect(await storedApplication(server.services, id)).toMatchObject({ status, isErased: true });
      // When the page is next opened, it makes this call first. The call removes the cookie.
      expect((await browser.send('GET', '/resume')).body).toMatchObject({ onDevice: false });
      expect(await rowsLeftOf(server.database, id)).toEqual([]);
      await expectNothing(id, secrets);
    }
    expect(log.leaks).toEqual([]);
  });

  test('of a resume link are not in the files: neither the address, nor the link, nor its codes', async () => {
    const smtp = await startTestSmtp();
    const address = 'mailbox@qorvelzim.example.com';
    const log = forbidInLogs({ ...canaries, address });
    const { server, browser, expectNothing } = await watched(store, {
      log,
      env: { SMTP_URL: `smtp://${smtp.address}` },
    });
    await browser.start();
    const id = await answered(browser);
    const newest = async () => {
      await server.outbox.runOnce();
      return smtp.received.at(-1)?.raw ?? '';
    };
    const post = async (path: string, json: object) =>
      (await browser.send<{ webSessionId: string }>('POST', path, { json })).status;
    expect(await post('/resume/email', { email: address })).toBe(204);
    const codeMail = await newest();
    const first = codeIn(codeMail);
    expect(headerOf(codeMail, 'Subject')).toContain(`${first} is your`);
    const secrets: [name: string, value: string][] = [['address', address]];
    // Search for the code only in quotes and in the subject, because many logs contain the same six digits by chance.
    const addCode = (code: string) =>
      secrets.push(['code', `'${code}'`], ['code', `"${code}"`], ['subject with a code', `${code} is your`]);
    addCode(first);
    await expectNothing(id, secrets);
    expect(await post('/resume/email/confirm', { code: first })).toBe(204);
    const token = linkIn(await newest());
    secrets.push(['link', token], ['link in hex', Buffer.from(token, 'base64url').toString('hex')]);
    expect(await post('/resume/link', { token })).toBe(204);
    const second = codeIn(await newest());
    addCode(second);
    expect([first, token, second].map(({ length }) => length)).toEqual([6, 43, 6]);
    await expectNothing(id, secrets);
    const opened = await browser.send<{ webSessionId: string }>('POST', '/resume/link/open', {
      json: { token, code: second },
    });
    browser.goOn(expected(200, opened).webSessionId);
    await expectNothing(id, secrets);
    await browser.send('POST', '/apply/finish/cancel');
    expect(await storedApplication(server.services, id)).toMatchObject({ isErased: true });
    await expectNothing(id, secrets);
    expect(log.leaks).toEqual([]);
    expect(log.lines.join('')).not.toContain(token);
  });
});

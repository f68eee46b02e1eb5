/**
 * Creates the templates for filling a store: submits applications through a server on a temporary store, then reads and decrypts
 * all their rows.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { openRecord } from '../../../server/applications/application-record.ts';
import { readSubmission } from '../../../server/applications/submission-record.ts';
import { readSettings } from '../../../server/config/settings.ts';
import { storedApplicationsOf } from '../../../server/db/queries/application-parts.ts';
import type { Tables } from '../../../server/db/tables.ts';
import type { RowContent } from '../../../server/security/sealed-answers.ts';
import type { Services } from '../../../server/services.ts';
import { startServer } from '../../../server/start/start-server.ts';
import { apiClient } from '../../../tests/support/api-client.ts';
import {
  addPerson,
  authorizedUser,
  expected,
  prepare,
  submit,
} from '../../../tests/support/sample-application.ts';

export type Row = Readonly<Record<string, unknown>>;

/** The tables that contain rows of a submitted application, except the tables of its documents. */
export const copiedTables = [
  'session',
  'application',
  'personnel',
  'consent',
  'submission',
  'audit_event',
  'outbox',
  'agreement_opening',
] as const satisfies readonly (keyof Tables)[];

export type CopiedTable = (typeof copiedTables)[number];

/** A submitted application: its stored rows, and the decrypted contents of these rows. */
export interface Template {
  readonly rows: Readonly<Record<CopiedTable, readonly Row[]>>;
  /** The decrypted contents, by the id of the row in `application` or `personnel`. */
  readonly contents: Readonly<Record<string, RowContent>>;
  /** The decrypted name, IP address and user agent of each consent's signer, by the consent's id. */
  readonly signers: Readonly<
    Record<
      string,
      { readonly ip: string | null; readonly userAgent: string | null; readonly signerName: string | null }
    >
  >;
  readonly snapshot: unknown;
  readonly evidence: unknown;
}

/** Variants of the application: with or without another owner, and with or without an authorized user. */
const kinds = [
  { variation: {}, cardUser: false },
  { variation: {}, cardUser: true },
  { variation: { owners: [], applicant: { percentageOwned: 100 } }, cardUser: true },
] as const;

/** Creates the templates, which takes some seconds. */
export async function makeTemplates(): Promise<readonly Template[]> {
  const dataDir = await mkdtemp(join(tmpdir(), 'templates-'));
  const read = readSettings({ NODE_ENV: 'test', DATA_DIR: dataDir, LIMITS_FACTOR: '1000' });
  if (!read.ok) throw new Error(read.problems.join('\n'));
  const { app, services, stop } = await startServer(read.settings, pino({ level: 'silent' }));
  try {
    const templates: Template[] = [];
    for (const { variation, cardUser } of kinds) {
      const client = apiClient(app);
      const { id } = await prepare(client, variation);
      if (cardUser) await addPerson(client, id, 'authorized_user', authorizedUser);
      expected(200, await submit(client, id));
      templates.push(await templateOf(services, id));
    }
    return templates;
  } finally {
    await stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

async function templateOf(
  { database, keys }: Pick<Services, 'database' | 'keys'>,
  id: string,
): Promise<Template> {
  const { db } = database;
  const [stored] = await storedApplicationsOf(db, [id]);
  if (!stored) throw new Error('The template application was not found.');
  const { row } = stored;
  const record = await keys.withKeysLoaded(async () => openRecord(keys, stored));
  const { snapshot, evidence } = await readSubmission({ database, keys }, id);
  const rowsOf = (table: Exclude<CopiedTable, 'session' | 'application'>): Promise<Row[]> =>
    db.selectFrom(table).selectAll().where('application_id', '=', id).execute();
  const session = await db.selectFrom('session').selectAll().where('id', '=', row.session_id).execute();
  const application = await db.selectFrom('application').selectAll().where('id', '=', id).execute();
  const events = await db
    .selectFrom('audit_event')
    .selectAll()
    .where('application_id', '=', id)
    .orderBy('sequence')
    .execute();
  const { answers, disclosures, sections } = record;
  return {
    rows: {
      session,
      application,
      personnel: await rowsOf('personnel'),
      consent: await rowsOf('consent'),
      submission: await rowsOf('submission'),
      audit_event: events,
      outbox: await rowsOf('outbox'),
      agreement_opening: await rowsOf('agreement_opening'),
    },
    contents: {
      [id]: { answers, disclosures, sections },
      ...Object.fromEntries(record.personnel.map((person) => [person.id, { answers: person.answers }])),
    },
    signers: Object.fromEntries(
      record.consents.map(({ id: consentId, ip, userAgent, signerName }) => [
        consentId,
        { ip, userAgent, signerName },
      ]),
    ),
    snapshot,
    evidence,
  };
}

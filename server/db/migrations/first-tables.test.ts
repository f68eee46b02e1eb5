import { randomBytes } from 'node:crypto';
import type { Updateable } from 'kysely';
import { describe, expect, test } from 'vitest';
import { allStores, type TestDatabase } from '../../../tests/support/database.ts';
import type { Envelope, Tables } from '../tables.ts';
import { uuidv7 } from '../uuid.ts';

const now = new Date('2026-03-01T12:34:56.789Z');
const later = new Date('2026-03-02T00:00:00.000Z');

/** Writes a draft with its session and returns the draft's id. */
async function writeApplication({ db }: TestDatabase): Promise<string> {
  const program = { domain_key: 'demo', store_id: '12345678', provider_id: 'demo-bank' };
  const session = {
    ...program,
    id: uuidv7(new Date()),
    token_hash: randomBytes(32),
    create_date_time: now,
    active_date_time: now,
    expire_date_time: later,
  };
  const application = {
    ...program,
    id: uuidv7(new Date()),
    session_id: session.id,
    status: 'draft' as const,
    create_date_time: now,
    update_date_time: now,
    create_user_id: 'applicant',
    audit_sequence: 0,
    audit_hash: Buffer.alloc(32),
  };
  await db.insertInto('session').values(session).execute();
  await db.insertInto('application').values(application).execute();
  return application.id;
}

async function writeConsent({ db }: TestDatabase, applicationId: string): Promise<void> {
  await db
    .insertInto('consent')
    .values({
      id: uuidv7(new Date()),
      application_id: applicationId,
      agreement: 'terms',
      version: '1',
      sha256: 'ab',
      agreed: true,
      open_date_time: now,
      agreed_date_time: now,
      ip: '192.0.2.1',
      user_agent: 'a browser',
      signer_name: 'Ada Example',
    })
    .execute();
}

function person(applicationId: string, personnelType: 'applicant' | 'owner') {
  return {
    id: uuidv7(new Date()),
    application_id: applicationId,
    personnel_type: personnelType,
    create_date_time: now,
    update_date_time: now,
  };
}

const appendOnly = /is append-only/;

describe.each(await allStores())('first tables on $name', ({ open }) => {
  test('values come back as the types that the tables declare', async () => {
    const database = await open();
    const { db } = database;
    const id = await writeApplication(database);
    await db
      .insertInto('document')
      .values({
        id: uuidv7(new Date()),
        application_id: id,
        document_type: 'proof_of_entity',
        file_name: 'document.pdf',
        content_type: 'application/pdf',
        size: 3,
        sha256: 'ab',
        content: Buffer.from([0, 255, 7]),
        create_date_time: now,
        update_date_time: now,
      })
      .execute();
    await db
      .updateTable('application')
      .set({ answers: { businessName: 'Ada’s Lawns', employeeCount: 3 } })
      .execute();
    const row = await db
      .selectFrom('document')
      .innerJoin('application', 'application.id', 'document.application_id')
      .select([
        'content',
        'size',
        'application.create_date_time',
        'answers',
        'application.sealed',
        'version',
        'data_key',
      ])
      .executeTakeFirstOrThrow();
    expect(row).toEqual({
      content: Buffer.from([0, 255, 7]),
      size: 3,
      create_date_time: now,
      answers: { businessName: 'Ada’s Lawns', employeeCount: 3 },
      sealed: {},
      version: 1,
      data_key: null,
    });
    await database.close();
  });

  test('an audit event cannot be changed or deleted', async () => {
    const database = await open();
    const { db } = database;
    const applicationId = await writeApplication(database);
    const event = {
      application_id: applicationId,
      sequence: 1,
      type: 'created',
      create_date_time: now,
      previous_hash: Buffer.alloc(32),
      hash: randomBytes(32),
    };
    await db.insertInto('audit_event').values(event).execute();
    await expect(db.updateTable('audit_event').set({ type: 'other' }).execute()).rejects.toThrow(appendOnly);
    await expect(db.deleteFrom('audit_event').execute()).rejects.toThrow(appendOnly);
    await expect(db.insertInto('audit_event').values(event).execute()).rejects.toThrow('audit_event_pkey');
    expect(await db.selectFrom('audit_event').selectAll().execute()).toEqual([
      { ...event, detail: {}, state: null },
    ]);
    await database.close();
  });

  const sealedAs = (c: string): Envelope => ({ v: 1, k: '', n: '', t: '', c });

  test('a consent cannot be changed, deleted or voided twice', async () => {
    const database = await open();
    const { db } = database;
    await writeConsent(database, await writeApplication(database));
    const change = (values: Updateable<Tables['consent']>) => db.updateTable('consent').set(values).execute();

    await expect(change({ agreed: false })).rejects.toThrow(appendOnly);
    await expect(change({ version: '2' })).rejects.toThrow(appendOnly);
    await expect(change({ agreed_date_time: later })).rejects.toThrow(appendOnly);
    await expect(change({ signer_name: 'Someone Else' })).rejects.toThrow(appendOnly);
    await change({ signer: sealedAs('sealed'), ip: null, user_agent: null, signer_name: null });
    await expect(change({ signer: sealedAs('another') })).rejects.toThrow(appendOnly);
    await change({ signer: null });
    await expect(change({ signer: sealedAs('sealed') })).rejects.toThrow(appendOnly);
    await expect(db.deleteFrom('consent').execute()).rejects.toThrow(appendOnly);

    await change({ void_date_time: later });
    await expect(change({ void_date_time: null })).rejects.toThrow(appendOnly);
    await expect(change({ void_date_time: now })).rejects.toThrow(appendOnly);
    await database.close();
  });

  test('a purge may clear the signer of a consent, and their address', async () => {
    const database = await open();
    const { db } = database;
    await writeConsent(database, await writeApplication(database));
    await db.updateTable('consent').set({ ip: null, user_agent: null, signer_name: null }).execute();
    const row = await db.selectFrom('consent').selectAll().executeTakeFirstOrThrow();
    expect(row).toMatchObject({ agreed: true, ip: null, user_agent: null, signer_name: null });
    await database.close();
  });

  test('an application has at most one applicant, and may have many owners', async () => {
    const database = await open();
    const { db } = database;
    const id = await writeApplication(database);
    const add = (type: 'applicant' | 'owner') =>
      db.insertInto('personnel').values(person(id, type)).execute();
    await add('applicant');
    await add('owner');
    await add('owner');
    await expect(add('applicant')).rejects.toThrow('personnel_one_applicant');
    await database.close();
  });
});

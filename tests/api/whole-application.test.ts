import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Agreement, Consent } from '../../api/agreement.ts';
import type { Application, GuarantorRequired } from '../../api/application.ts';
import type { Document } from '../../api/document.ts';
import type { Personnel } from '../../api/personnel.ts';
import { auditHash, emptyChain } from '../../server/db/queries/audit-events.ts';
import { testStores } from '../support/database.ts';
import type { ForbiddingStream } from '../support/forbid-in-logs.ts';
import { forbidInLogs } from '../support/forbid-in-logs.ts';
import { readableText } from '../support/readable-text.ts';
import {
  applicant,
  authorizedUser,
  business,
  canaries,
  change,
  keptSamplePdf,
  owner,
  upload,
} from '../support/sample-application.ts';
import type { TestServer } from '../support/test-server.ts';
import { startTestServer } from '../support/test-server.ts';

describe.each(await testStores())('a whole application on $name', (store) => {
  let server: TestServer;
  let log: ForbiddingStream;

  beforeAll(async () => {
    log = forbidInLogs(canaries);
    server = await startTestServer({ store, log });
  });
  afterAll(async () => {
    await server.stop();
    expect(log.lines.length).toBeGreaterThan(20);
    expect(log.leaks).toEqual([]);
  });

  test('goes from start to finish with HTTP calls alone', async () => {
    const browser = server.client('toro.localhost');
    const started = await browser.start('/apply/start/entity-key/Spring-Show');
    expect(started).toMatchObject({
      domain: { domainKey: 'toro', name: 'Toro', themeKey: 'toro', storeId: '10000205' },
      provider: { providerId: 'quillbrook', abbrev: 'QCB' },
      sessionWarnCountdownMillis: 30_000,
      sessionTimeoutMillis: 600_000,
    });

    const created = await browser.send<Application>('POST', '/application', {
      json: { id: null, sessionId: started.webSessionId, domainKey: 'toro', applicationData: {} },
    });
    expect(created.status).toBe(201);
    const { id } = created.body;
    expect(created.body).toMatchObject({
      status: 'draft',
      sessionId: started.webSessionId,
      storeId: '10000205',
      providerId: 'quillbrook',
      createUserId: 'applicant',
      submittedDateTime: null,
      referenceNumber: null,
      disclosures: { shareInformation: false, authority: false, esign: false, terms: false, submit: false },
      sections: { business: false, applicant: false, owner: false, authorizedUser: false },
      consents: [],
    });

    await change(browser, id, { disclosures: { shareInformation: true, affiliates: true } });
    await change(browser, id, { disclosures: { authority: true } });
    const { applicationData } = await change(browser, id, { applicationData: business });
    const { taxId: _, ...readable } = business;
    expect(applicationData).toEqual({
      ...readable,
      addressState: 'MN',
      taxIdLast4: '5926',
      taxIdKind: null,
      billingAddressLine: null,
      billingCity: null,
      billingState: null,
      billingPostalCode: null,
      guarantorId: null,
    });
    await change(browser, id, { sections: { business: true } });
    const wish = await browser.send<GuarantorRequired>('GET', `/application/${id}/guarantor-required`);
    expect(wish.body).toEqual({ guarantorRequired: true });

    const you = await browser.send<Personnel>('POST', '/personnel', {
      json: { applicationId: id, personnelType: 'applicant', ...applicant },
      headers: { 'idempotency-key': 'the-applicant' },
    });
    expect(you.status).toBe(201);
    const { ssn: _ssn, ...yours } = applicant;
    expect(you.body).toMatchObject({
      ...yours,
      applicationId: id,
      ssnLast4: '7731',
      phoneNumber: '2025550123',
      addressPostalCode: '78701',
    });
    expect(you.body).not.toHaveProperty('ssn');
    await change(browser, id, { applicationData: { guarantorId: you.body.id } });
    await change(browser, id, { sections: { applicant: true } });

    const other = await browser.send<Personnel>('POST', '/personnel', {
      json: { applicationId: id, personnelType: 'owner', fullName: owner.fullName },
    });
    expect(other.status).toBe(201);
    const { fullName: _name, ...rest } = owner;
    const filled = await browser.send<Personnel>('PATCH', `/personnel/${other.body.id}`, { json: rest });
    expect(filled.status).toBe(200);
    expect(filled.body).toMatchObject({ fullName: owner.fullName, percentageOwned: 40, ssnLast4: '8842' });
    await change(browser, id, { sections: { owner: true } });

    const user = await browser.send<Personnel>('POST', '/personnel', {
      json: { applicationId: id, personnelType: 'authorized_user', ...authorizedUser },
    });
    expect(user.status).toBe(201);
    expect(user.body).toMatchObject({ personnelType: 'authorized_user', ssnLast4: '9953' });
    await change(browser, id, { sections: { authorizedUser: true } });

    const document = await browser.send<Document>('POST', '/document', {
      form: upload({ id: '', applicationId: id, documentType: 'proof_of_entity' }),
    });
    expect(document.status).toBe(201);
    expect(document.body).toMatchObject({
      applicationId: id,
      documentType: 'proof_of_entity',
      fileName: 'articles.pdf',
      contentType: 'application/pdf',
      size: (await keptSamplePdf()).length,
    });
    const opened = await browser.send(
      'GET',
      `/document/${document.body.id}?session=${browser.webSessionId}`,
      {
        headers: { 'x-web-session-id': null },
      },
    );
    expect(opened.bytes.equals(await keptSamplePdf())).toBe(true);

    for (const agreement of ['esign', 'terms', 'guarantor', 'controlling-party']) {
      const text = await browser.send<Agreement>('GET', `/agreement/${agreement}`);
      expect(text.status).toBe(200);
      const { version } = text.body;
      const consent = await browser.send<Consent>('PUT', `/application/${id}/consent/${agreement}`, {
        json: { version, agreed: true },
      });
      expect(consent.body).toEqual({
        agreement,
        version,
        agreed: true,
        agreedDateTime: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      });
    }

    const submitted = await browser.send<Application>('POST', `/application/${id}/submit`);
    expect(submitted.status).toBe(200);
    expect(submitted.body).toMatchObject({
      status: 'submitted',
      referenceNumber: expect.stringMatching(/^[A-Z]{4}-\d{4}-\d{4}$/),
      submittedDateTime: expect.any(String),
      disclosures: { esign: true, terms: true, submit: true },
      sections: { business: true, applicant: true, owner: true, authorizedUser: true },
    });
    const read = await browser.send<Application>('GET', `/application/${id}`);
    const { personnel, documents, ...alone } = read.body;
    expect(alone).toEqual(submitted.body);
    expect(personnel?.map((person) => person.personnelType)).toEqual([
      'applicant',
      'owner',
      'authorized_user',
    ]);
    expect(documents).toEqual([document.body]);

    const finished = await browser.send('POST', '/apply/finish/completed');
    expect(finished.status).toBe(204);
    expect((await browser.send('GET', `/application/${id}`)).status).toBe(401);

    await expectRest(id);
  });

  /**
   * Checks the store after a submission: no sensitive answer is readable, there is one email job and one delivery job, and the
   * audit trail's hash chain is intact.
   */
  async function expectRest(id: string): Promise<void> {
    const rows = await everyRow();
    expect(Object.keys(rows).filter((table) => rows[table]?.length)).toEqual(
      expect.arrayContaining(['application', 'personnel', 'document', 'submission', 'idempotent_answer']),
    );
    const text = readableText(rows);
    for (const [name, value] of Object.entries(canaries)) {
      expect(text.includes(value), `${name} is readable`).toBe(false);
    }
    const jobs = await server.database.db.selectFrom('outbox').select('kind').execute();
    expect(jobs.map(({ kind }) => kind).sort()).toEqual(['delivery', 'mail']);
    const types = await auditTypes(id);
    expect(types[0]).toBe('created');
    const sent = ['mail_sent', 'delivered'];
    expect(types.filter((type) => !sent.includes(type)).at(-1)).toBe('submitted');
    expect(types.filter((type) => type === 'agreement_opened')).toHaveLength(4);
  }

  async function everyRow(): Promise<Record<string, readonly unknown[]>> {
    const { db } = server.database;
    const { rows: tables } = await sql<{ name: string }>`
      select table_name as name from information_schema.tables where table_schema = 'public'
    `.execute(db);
    const all: Record<string, readonly unknown[]> = {};
    for (const { name } of tables) {
      const { rows } = await sql`select * from ${sql.table(name)}`.execute(db);
      all[name] = rows;
    }
    return all;
  }

  /** Returns the types of an application's audit events, in order. Fails if the events' hash chain is broken (D32). */
  async function auditTypes(id: string): Promise<readonly string[]> {
    const { events, head } = await server.database.db
      .transaction()
      .setIsolationLevel('repeatable read')
      .execute(async (transaction) => ({
        events: await transaction
          .selectFrom('audit_event')
          .selectAll()
          .where('application_id', '=', id)
          .orderBy('sequence')
          .execute(),
        head: await transaction
          .selectFrom('application')
          .select(['audit_sequence as sequence', 'audit_hash as hash'])
          .where('id', '=', id)
          .executeTakeFirstOrThrow(),
      }));
    const end = events.reduce(({ sequence, hash }, event) => {
      expect(event.sequence).toBe(sequence + 1);
      expect(event.previous_hash).toEqual(hash);
      expect(auditHash(server.services.keys.auditKey, hash, event)).toEqual(event.hash);
      return { sequence: event.sequence, hash: event.hash };
    }, emptyChain);
    expect(end).toEqual(head);
    return events.map(({ type }) => type);
  }
});

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Application } from '../../../api/application.ts';
import type { FieldErrorBody, ProblemDetails } from '../../../api/error.ts';
import { expectError } from '../../../tests/support/expect-error.ts';
import { newestMail } from '../../../tests/support/mailed-files.ts';
import { codeIn } from '../../../tests/support/mailed-links.ts';
import {
  addPerson,
  agree,
  applicant,
  authorizedUser,
  business,
  canaries,
  change,
  create,
  owner,
  prepare,
  submit,
  upload,
} from '../../../tests/support/sample-application.ts';
import { shippedVersion } from '../../../tests/support/shipped-version.ts';
import type { TestServer } from '../../../tests/support/test-server.ts';
import { startTestServer } from '../../../tests/support/test-server.ts';
import type { Envelope, WrappedKey } from '../../db/tables.ts';
import { openText, unwrapDataKey } from '../../security/sealing.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

const required = (field: string): FieldErrorBody => ({ field, rule: 'required', message: 'Required Field' });
const unagreed = (agreement: string): FieldErrorBody => ({
  field: `consents.${agreement}`,
  rule: 'agreeRequired',
  message: 'Please select agree to continue.',
});
const declined: FieldErrorBody = {
  field: 'applicationData.guarantorId',
  rule: 'guarantorRead',
  message: 'Please click the checkbox before continuing',
};
const optional = ['dba'];

describe('POST /application/{id}/submit refuses', () => {
  test('an empty application, with one error for every missing item', async () => {
    const browser = server.client();
    await browser.start();
    const { id } = await create(browser, {}, {});
    expectError(await submit(browser, id), 'validation_failed', [
      ...Object.keys(business)
        .filter((key) => !optional.includes(key))
        .map((key) => required(`applicationData.${key}`)),
      ...Object.keys(applicant).map((key) => required(`personnel.applicant.${key}`)),
      declined,
      required('disclosures.shareInformation'),
      required('disclosures.authority'),
      required('disclosures.noOtherOwners'),
      ...['esign', 'terms', 'controlling-party'].map(unagreed),
    ]);
  });

  test('what is missing for each person, by the person’s id', async () => {
    const browser = server.client();
    const {
      id,
      applicant: person,
      owners,
    } = await prepare(browser, {
      applicant: { ssn: null },
      owners: [{ ...owner, email: null }],
    });
    const user = await addPerson(browser, id, 'authorized_user', {
      ...authorizedUser,
      dateOfBirth: null,
      ssn: null,
    });
    expectError(await submit(browser, id), 'validation_failed', [
      required(`personnel.${person.id}.ssn`),
      required(`personnel.${owners[0]?.id}.email`),
      required(`personnel.${user.id}.dateOfBirth`),
    ]);
  });

  test('an answer that has become wrong since it was saved', async () => {
    const browser = server.client();
    const { id, applicant: person } = await prepare(browser, {
      applicant: { percentageOwned: null },
      applicationData: { organizationType: 'sole_proprietorship' },
      owners: [],
    });
    await change(browser, id, { applicationData: { organizationType: 'llc' } });
    await agree(browser, id, 'controlling-party');
    expectError(await submit(browser, id), 'validation_failed', [
      required(`personnel.${person.id}.percentageOwned`),
      required('disclosures.noOtherOwners'),
    ]);
  });

  test.each<[string, object, FieldErrorBody]>([
    ['no authority', { authority: false }, required('disclosures.authority')],
    ['nothing shared', { shareInformation: false }, required('disclosures.shareInformation')],
  ])('%s', async (_, disclosures, error) => {
    const browser = server.client();
    const { id } = await prepare(browser, { disclosures: { ...disclosures } });
    expectError(await submit(browser, id), 'validation_failed', [error]);
  });

  test.each(['esign', 'terms', 'guarantor', 'controlling-party'])(
    'a missing consent to %s',
    async (missing) => {
      const browser = server.client();
      const all = ['esign', 'terms', 'guarantor', 'controlling-party'];
      const { id } = await prepare(browser, { agreements: all.filter((agreement) => agreement !== missing) });
      expectError(await submit(browser, id), 'validation_failed', [unagreed(missing)]);
      await agree(browser, id, missing);
      expect((await submit(browser, id)).status).toBe(200);
    },
  );

  test('a body', async () => {
    const browser = server.client();
    const { id } = await prepare(browser);
    const path = `/application/${id}/submit`;
    for (const json of [{ status: 'approved' }, {}, []])
      expectError(await browser.send('POST', path, { json }), 'invalid_request');
    expect((await submit(browser, id)).status).toBe(200);
  });

  test('and leaves nothing behind', async () => {
    const browser = server.client();
    const { id } = await prepare(browser, { guarantor: false });
    expectError(await submit(browser, id), 'validation_failed', [declined]);
    const { db } = server.database;
    for (const table of ['submission', 'outbox'] as const)
      expect(
        await db.selectFrom(table).select('application_id').where('application_id', '=', id).execute(),
      ).toEqual([]);
    const { body } = await browser.send<Application>('GET', `/application/${id}`);
    expect(body).toMatchObject({ status: 'draft', submittedDateTime: null, referenceNumber: null });
  });
});

describe('POST /application/{id}/submit', () => {
  test('does not require the sections’ flags', async () => {
    const browser = server.client();
    const { id } = await prepare(browser);
    const { body } = await submit(browser, id);
    expect(body).toMatchObject({ status: 'submitted', sections: { business: false } });
  });

  test('requires a guarantor only if the program does', async () => {
    const browser = server.client('exmark.localhost');
    const { id } = await prepare(browser, { guarantor: false, applicationData: { yearsInBusiness: 12 } });
    expect((await submit(browser, id)).status).toBe(200);
  });

  test('gives the same response again, and does nothing twice', async () => {
    const browser = server.client();
    const { id } = await prepare(browser);
    const before = await browser.send('GET', `/application/${id}`);
    const first = await submit(browser, id);
    const again = await submit(browser, id);
    expect(again.status).toBe(200);
    expect(again.body).toEqual(first.body);
    expect(again.headers['etag']).toBe(first.headers['etag']);
    const versionIn = ({ headers }: typeof before) => Number(headers['etag']?.replaceAll('"', ''));
    expect(versionIn(first)).toBe(versionIn(before) + 1);
    const jobs = await server.database.db
      .selectFrom('outbox')
      .select('kind')
      .where('application_id', '=', id)
      .orderBy('kind')
      .execute();
    expect(jobs).toEqual([{ kind: 'delivery' }, { kind: 'mail' }]);
  });

  test('locks everything', async () => {
    const browser = server.client();
    const { id, applicant: person } = await prepare(browser);
    const form = () => upload({ applicationId: id, documentType: 'proof_of_entity' });
    const document = await browser.send<{ id: string }>('POST', '/document', { form: form() });
    await submit(browser, id);
    const before = await browser.send('GET', `/application/${id}`);
    const writes = [
      browser.send('PATCH', `/application/${id}`, { json: { applicationData: { dba: 'x' } } }),
      browser.send('PATCH', `/application/${id}`, { json: {} }),
      browser.send('PUT', `/application/${id}/consent/terms`, {
        json: { version: '2026-11-26', agreed: false },
      }),
      browser.send('POST', '/personnel', { json: { applicationId: id, personnelType: 'authorized_user' } }),
      browser.send('PATCH', `/personnel/${person.id}`, { json: { occupation: 'x' } }),
      browser.send('DELETE', `/personnel/${person.id}`),
      browser.send('POST', '/document', { form: form() }),
      browser.send('PUT', `/document/${document.body.id}`, { form: upload({}) }),
      browser.send('DELETE', `/document/${document.body.id}`),
    ];
    for (const write of writes) expectError(await write, 'conflict');
    expect((await browser.send('GET', `/application/${id}`)).body).toEqual(before.body);
    expect((await browser.send('POST', '/application', { json: {} })).body).toMatchObject({ id });
    expect((await browser.send('GET', '/agreement/terms')).status).toBe(200);
  });

  test('revokes the resume tokens: no address, code or mail of them is left', async () => {
    const browser = server.client();
    const { id } = await prepare(browser);
    const askFor = (email: string) => browser.send('POST', '/resume/email', { json: { email } });
    expect((await askFor('dana@greenacre.example')).status).toBe(204);
    const json = { code: codeIn(await newestMail(server)) };
    expect((await browser.send('POST', '/resume/email/confirm', { json })).status).toBe(204);
    expect((await askFor('other@greenacre.example')).status).toBe(204);
    const { db } = server.database;
    const of = (table: 'way_back' | 'resume_code') =>
      db.selectFrom(table).selectAll().where('application_id', '=', id).orderBy('id').execute();
    const open = { end_date_time: null };
    expect(await of('way_back')).toMatchObject([
      { kind: 'device', ...open },
      { kind: 'email', ...open, sealed: expect.anything(), address_hash: expect.anything() },
    ]);
    expect(await of('resume_code')).toHaveLength(1);
    expect((await submit(browser, id)).status).toBe(200);
    const ended = { end_date_time: expect.any(Date), sealed: null, address_hash: null, repeat_hash: null };
    expect(await of('way_back')).toMatchObject([ended, ended]);
    expect(await of('resume_code')).toEqual([]);
  });

  test('seals a snapshot of the answers in full and the evidence of consent', async () => {
    const browser = server.client();
    const { id } = await prepare(browser);
    await submit(browser, id);
    const { db } = server.database;
    const row = await db.selectFrom('application').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
    const submission = await db
      .selectFrom('submission')
      .selectAll()
      .where('application_id', '=', id)
      .executeTakeFirstOrThrow();
    const key = await unwrapDataKey(server.services.keys.wrapping, row.data_key as unknown as WrappedKey, id);
    const opened = (field: 'snapshot' | 'evidence') =>
      JSON.parse(
        openText(key, submission[field] as unknown as Envelope, {
          program: 'demo',
          application: id,
          table: 'submission',
          row: id,
          field,
        }),
      );
    expect(opened('snapshot')).toMatchObject({
      applicationData: {
        taxId: canaries.taxId,
        annualSalesAmount: business.annualSalesAmount,
        billingCity: null,
      },
      disclosures: { shareInformation: true, authority: true },
      personnel: [
        { personnelType: 'applicant', ssn: canaries.applicantSsn },
        { personnelType: 'owner', ssn: canaries.ownerSsn },
      ],
      documents: [],
    });
    expect(opened('evidence')).toMatchObject({
      consents: expect.arrayContaining(
        (['esign', 'terms', 'guarantor', 'controlling-party', 'share-information'] as const).map(
          (agreement) =>
            expect.objectContaining({
              agreement,
              agreed: true,
              version: shippedVersion(agreement),
              sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
              ip: browser.address,
              userAgent: 'lightMyRequest',
            }),
        ),
      ),
      certification: {
        owners: [
          { name: applicant.fullName, percent: 60 },
          { name: owner.fullName, percent: 40 },
        ],
        certifier: { name: applicant.fullName, title: applicant.occupation },
      },
    });
  });

  test('explains the error in one plain sentence', async () => {
    const browser = server.client();
    await browser.start();
    const { id } = await create(browser, {}, {});
    const { body } = await browser.send<ProblemDetails>('POST', `/application/${id}/submit`);
    expect(body.detail).toBe('Some answers are missing or not valid.');
  });
});

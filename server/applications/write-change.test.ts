/**
 * Tests concurrent changes of a draft. The server reads the application together with the session, before it reads the body. So a
 * test can delay the body to control the order of reading and writing.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Agreement } from '../../api/agreement.ts';
import type { Application } from '../../api/application.ts';
import type { ApiClient } from '../../tests/support/api-client.ts';
import { testStores } from '../../tests/support/database.ts';
import { beginCall } from '../../tests/support/late-body.ts';
import { addPerson, begun, change, prepare, submit } from '../../tests/support/sample-application.ts';
import type { TestServer } from '../../tests/support/test-server.ts';
import { startTestServer } from '../../tests/support/test-server.ts';
import { verifyAuditTrail } from '../../tests/support/verify-audit-trail.ts';

describe.each(await testStores())('a change that races with another change, on $name', (store) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer({ store, env: { LIMITS_FACTOR: '100' } });
    await server.app.listen({ port: 0, host: '127.0.0.1' });
  });
  afterAll(() => server.stop());

  /** Sends a call that reads its application before `meanwhile` runs, and writes the application afterwards. */
  async function around(
    meanwhile: () => Promise<unknown>,
    ...call: [ApiClient, string, string, { readonly json: unknown; headers?: Record<string, string> }]
  ) {
    const late = await beginCall(server.app, ...call);
    await meanwhile();
    return late.finish();
  }

  async function read(browser: ApiClient, id: string): Promise<Application> {
    return (await browser.send<Application>('GET', `/application/${id}`)).body;
  }

  async function expectIntactTrail() {
    expect((await verifyAuditTrail(server.services)).faults).toEqual([]);
  }

  test('of other answers: both are kept, and the audit trail has both', async () => {
    const { browser, id, path } = await begun(server.client());
    const { status } = await around(
      () => change(browser, id, { applicationData: { employeeCount: 7 } }),
      browser,
      'PATCH',
      path,
      { json: { applicationData: { dba: 'Late' } } },
    );
    expect(status).toBe(200);
    expect((await read(browser, id)).applicationData).toMatchObject({ employeeCount: 7, dba: 'Late' });
    await expectIntactTrail();
  });

  test('with If-Match is refused as stale', async () => {
    const { browser, id, path } = await begun(server.client());
    const { headers } = await browser.send('GET', path);
    const { status } = await around(
      () => change(browser, id, { applicationData: { dba: 'First' } }),
      browser,
      'PATCH',
      path,
      { json: { applicationData: { dba: 'Late' } }, headers: { 'if-match': headers['etag'] ?? '' } },
    );
    expect(status).toBe(412);
    expect((await read(browser, id)).applicationData.dba).toBe('First');
  });

  test('of shares that together exceed 100% is refused', async () => {
    const { browser, id } = await begun(server.client());
    const [one, other] = [
      await addPerson(browser, id, 'owner', { percentageOwned: 40 }),
      await addPerson(browser, id, 'owner', { percentageOwned: 40 }),
    ];
    const raise = { percentageOwned: 60 };
    const { status } = await around(
      () => browser.send('PATCH', `/personnel/${one.id}`, { json: raise }),
      browser,
      'PATCH',
      `/personnel/${other.id}`,
      { json: raise },
    );
    expect(status).toBe(400);
    expect((await read(browser, id)).personnel?.map(({ percentageOwned }) => percentageOwned)).toEqual([
      60, 40,
    ]);
    await expectIntactTrail();
  });

  test('that removes the person is answered with 404', async () => {
    const { browser, id } = await begun(server.client());
    const person = await addPerson(browser, id, 'owner', {});
    const path = `/personnel/${person.id}`;
    const late = { json: { fullName: 'Ned' } };
    const { status } = await around(() => browser.send('DELETE', path), browser, 'PATCH', path, late);
    expect(status).toBe(404);
    await expectIntactTrail();
  });

  test('that voids a consent: the consent stays void', async () => {
    const browser = server.client();
    const { id } = await prepare(browser);
    const { personnel = [] } = await read(browser, id);
    const applicantId = personnel.find(({ personnelType }) => personnelType === 'applicant')?.id ?? '';
    const { status } = await around(
      () => browser.send('PATCH', `/personnel/${applicantId}`, { json: { fullName: 'Zoë Lark' } }),
      browser,
      'PATCH',
      `/application/${id}`,
      { json: { applicationData: { dba: 'Late' } } },
    );
    expect(status).toBe(200);
    const { consents, applicationData } = await read(browser, id);
    expect(applicationData.dba).toBe('Late');
    expect(consents.find(({ agreement }) => agreement === 'controlling-party')?.agreed).toBe(false);
    await expectIntactTrail();
  });

  test('of the same consent: one consent is stored', async () => {
    const { browser, id, path } = await begun(server.client());
    const { body } = await browser.send<Agreement>('GET', '/agreement/esign');
    const json = { version: body.version, agreed: true };
    const consent = `${path}/consent/esign`;
    const { status } = await around(() => browser.send('PUT', consent, { json }), browser, 'PUT', consent, {
      json,
    });
    expect(status).toBe(200);
    const rows = await server.database.db
      .selectFrom('consent')
      .select('agreed')
      .where('application_id', '=', id)
      .execute();
    expect(rows).toEqual([{ agreed: true }]);
    await expectIntactTrail();
  });

  test('that submits: the late change is refused, and the submission stays as it was', async () => {
    const browser = server.client();
    const { id } = await prepare(browser);
    const before = await read(browser, id);
    const { status } = await around(() => submit(browser, id), browser, 'PATCH', `/application/${id}`, {
      json: { applicationData: { dba: 'Late' } },
    });
    expect(status).toBe(409);
    expect((await read(browser, id)).applicationData).toEqual(before.applicationData);
    await expectIntactTrail();
  });

  test.each(['cancel', 'timeout'])(
    'that ends the session by %s: nothing is stored in the draft',
    async (end) => {
      const { browser, id, path } = await begun(server.client());
      const { status } = await around(
        () => browser.send('POST', `/apply/finish/${end}`),
        browser,
        'PATCH',
        path,
        { json: { applicationData: { dba: 'Late' } } },
      );
      expect(status).toBe(409);
      const row = await server.database.db
        .selectFrom('application')
        .select(['answers', 'sealed', 'data_key'])
        .where('id', '=', id)
        .executeTakeFirst();
      expect(row).toEqual({ answers: {}, sealed: {}, data_key: null });
      await expectIntactTrail();
    },
  );

  test('sent together with seven others: all eight are kept', async () => {
    const { browser, id } = await begun(server.client());
    const fields = {
      dba: 'Lark',
      businessName: 'Larkspur',
      employeeCount: 7,
      yearsInBusiness: 3,
      addressCity: 'Austin',
      email: 'office@larkspur.example.com',
      expectedPurchaseAmount: 500,
      annualSalesAmount: 900,
    };
    await Promise.all(
      Object.entries(fields).map(([field, value]) =>
        change(browser, id, { applicationData: { [field]: value } }),
      ),
    );
    expect((await read(browser, id)).applicationData).toMatchObject(fields);
    await expectIntactTrail();
  });
});

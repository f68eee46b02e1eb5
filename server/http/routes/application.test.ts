import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Application } from '../../../api/application.ts';
import type { ApiClient } from '../../../tests/support/api-client.ts';
import { expectError } from '../../../tests/support/expect-error.ts';
import { begun, business, change, disclosures, submit } from '../../../tests/support/sample-application.ts';
import type { TestServer } from '../../../tests/support/test-server.ts';
import { startTestServer } from '../../../tests/support/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

async function started(host?: string): Promise<ApiClient> {
  const browser = server.client(host);
  await browser.start();
  return browser;
}

const nobody = '01a1fbac-73ad-7000-88d5-cec578f87e3d';
const required = (field: string) => ({ field, rule: 'required', message: 'Required Field' });
const invalid = (field: string) => ({ field, rule: 'invalid', message: 'Invalid Field' });

describe('POST /application', () => {
  test('refuses a body that names a member twice, because another reader may take the other value', async () => {
    const browser = await started();
    const raw = '{"applicationData":{"dba":"One","dba":"Other"}}';
    const headers = { 'content-type': 'application/json' };
    expectError(await browser.send('POST', '/application', { raw, headers }), 'invalid_request');
  });

  test('creates an empty draft with exactly the members of the contract', async () => {
    const browser = await started('toro.localhost');
    const reply = await browser.send<Application>('POST', '/application', { json: {} });
    expect(reply.status).toBe(201);
    expect(reply.headers['etag']).toMatch(/^"\d+"$/);
    expect(reply.body).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      status: 'draft',
      sessionId: browser.webSessionId,
      domainKey: 'toro',
      storeId: '10000005',
      providerId: 'quillbrook',
      createDateTime: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      createUserId: 'applicant',
      submittedDateTime: null,
      referenceNumber: null,
      applicationData: {
        ...Object.fromEntries(Object.keys(business).map((key) => [key, null])),
        taxId: undefined,
        taxIdLast4: null,
        taxIdKind: null,
        billingAddressLine: null,
        billingCity: null,
        billingState: null,
        billingPostalCode: null,
        guarantorId: null,
      },
      disclosures: {
        shareInformation: false,
        affiliates: false,
        authority: false,
        noOtherOwners: false,
        esign: false,
        terms: false,
        submit: false,
      },
      sections: { business: false, applicant: false, owner: false, authorizedUser: false },
      consents: [],
    });
    expect(reply.body.applicationData).not.toHaveProperty('taxId');
  });

  test('accepts the session’s own ids', async () => {
    const browser = await started();
    const json = {
      id: null,
      sessionId: browser.webSessionId,
      domainKey: 'demo',
      providerId: 'quillbrook',
      applicationData: business,
      disclosures,
    };
    const reply = await browser.send<Application>('POST', '/application', { json });
    expect(reply.status).toBe(201);
    expect(reply.body.applicationData.businessName).toBe(business.businessName);
  });

  test.each([
    ['an id', { id: nobody }],
    ['an empty id', { id: '' }],
    ['another session', { sessionId: nobody }],
    ['no session', { sessionId: null }],
    ['another program', { domainKey: 'toro' }],
    ['another bank', { providerId: 'other' }],
    ['a number for a bank', { providerId: 1 }],
    ['sections', { sections: { business: true } }],
  ])('refuses %s', async (_, json) => {
    const browser = await started();
    expectError(await browser.send('POST', '/application', { json }), 'invalid_request');
    expect((await browser.send('POST', '/application', { json: {} })).status).toBe(201);
  });

  test.each(['x', [], null])('refuses %j for its answers', async (applicationData) => {
    const browser = await started();
    const reply = await browser.send('POST', '/application', { json: { applicationData } });
    expectError(reply, 'validation_failed', [
      { field: 'applicationData', rule: 'invalid', message: 'Invalid Field' },
    ]);
    expect((await browser.send('POST', '/application', { json: {} })).status).toBe(201);
  });

  test('refuses wrong answers one by one and creates nothing', async () => {
    const browser = await started();
    const json = {
      applicationData: { businessName: 'x'.repeat(31), taxId: '12', addressState: 'PR', dba: 'fine' },
      disclosures: { authority: 'yes' },
    };
    expectError(await browser.send('POST', '/application', { json }), 'validation_failed', [
      {
        field: 'applicationData.businessName',
        rule: 'maxLength',
        message: 'Must be less than 30 characters',
      },
      { field: 'applicationData.taxId', rule: 'taxId', message: 'Invalid Federal Tax ID' },
      { field: 'applicationData.addressState', rule: 'state', message: 'Invalid State' },
      invalid('disclosures.authority'),
    ]);
    const count = await server.database.db
      .selectFrom('application')
      .select('id')
      .where('session_id', '=', browser.webSessionId)
      .execute();
    expect(count).toEqual([]);
  });

  test('returns the session’s existing application, whatever is sent', async () => {
    const { browser, id } = await begun(server.client());
    for (const json of [{ applicationData: { dba: 'Second' } }, { status: 'submitted' }, { id: nobody }]) {
      const reply = await browser.send<Application>('POST', '/application', { json });
      expect(reply.status).toBe(200);
      expect(reply.headers['etag']).toMatch(/^"\d+"$/);
      expect(reply.body).toMatchObject({ id, applicationData: { dba: null } });
    }
  });
});

describe('PATCH /application/{id}', () => {
  test('merges what is sent, and null clears a field', async () => {
    const { browser, id } = await begun(server.client());
    await change(browser, id, {
      applicationData: { dba: 'Larkspur', employeeCount: 3, taxId: '12-3456789' },
    });
    const changed = await change(browser, id, { applicationData: { dba: null, businessName: 'Larkspur' } });
    expect(changed.applicationData).toMatchObject({
      dba: null,
      businessName: 'Larkspur',
      employeeCount: 3,
      taxIdLast4: '6789',
    });
    const cleared = await change(browser, id, { applicationData: { taxId: null, employeeCount: null } });
    expect(cleared.applicationData.taxIdLast4).toBeNull();
  });

  test('stores the kind of tax ID for a sole proprietorship, and with another legal form neither it nor the number (D67)', async () => {
    const { browser, id } = await begun(server.client());
    const sole = { organizationType: 'sole_proprietorship', taxId: '987-65-4321', taxIdKind: 'ssn' };
    const stored = await change(browser, id, { applicationData: sole });
    expect(stored.applicationData).toMatchObject({ taxIdLast4: '4321', taxIdKind: 'ssn' });
    const llc = await change(browser, id, { applicationData: { organizationType: 'llc' } });
    expect(llc.applicationData).toMatchObject({ taxIdLast4: null, taxIdKind: null });
    const ein = await change(browser, id, { applicationData: { taxId: '12-3456789', taxIdKind: 'ssn' } });
    expect(ein.applicationData).toMatchObject({ taxIdLast4: '6789', taxIdKind: null });
  });

  test('keeps only the invisible characters that a script needs, and keeps a doubtful EIN', async () => {
    const { browser, id } = await begun(server.client());
    const applicationData = {
      businessName: '\u200Eمی\u200Cخواهم\u200B\u00AD',
      dba: '\u200B\u2060',
      taxId: '\u206600-00\u200B00000\u2069',
      addressState: '\uFEFFmn',
      addressPostalCode: '55\u200D420',
    };
    expect((await change(browser, id, { applicationData })).applicationData).toMatchObject({
      businessName: 'می\u200Cخواهم',
      dba: null,
      taxIdLast4: '0000',
      addressState: 'MN',
      addressPostalCode: '55420',
    });
  });

  test('stores texts without surplus spaces and identifiers without separators', async () => {
    const { browser, id } = await begun(server.client());
    const applicationData = {
      businessName: '  Cafe\u0301\tMinneapolis ',
      taxId: ' １2\u2212345．6789',
      addressState: 'mn',
      addressPostalCode: '５５420－1234',
      naicsCode: '561730',
    };
    expect((await change(browser, id, { applicationData })).applicationData).toMatchObject({
      businessName: 'Café Minneapolis',
      taxIdLast4: '6789',
      addressState: 'MN',
      addressPostalCode: '55420',
    });
  });

  test.each([
    ['businessName', 5, 'invalid', 'Invalid Field'],
    ['businessName', 'a\u0000b', 'invalid', 'Invalid Field'],
    ['businessName', '\ud800', 'invalid', 'Invalid Field'],
    ['dba', 'x'.repeat(51), 'maxLength', 'Must be less than 50 characters'],
    ['taxId', '12345678', 'taxId', 'Invalid Federal Tax ID'],
    ['taxId', 123456789, 'taxId', 'Invalid Federal Tax ID'],
    ['naicsCode', '999998', 'industryCode', 'Invalid Field'],
    ['email', 'name@localhost', 'email', 'Invalid email address'],
    ['businessType', 'lawn_garden', 'invalid', 'Invalid Field'],
    ['businessType', 'constructor', 'invalid', 'Invalid Field'],
    ['organizationType', 'LLC', 'invalid', 'Invalid Field'],
    ['addressLine', 'PO Box 12', 'noPoBox', 'P.O. Boxes are not allowed'],
    ['addressState', 'XX', 'state', 'Invalid State'],
    ['addressPostalCode', '1234', 'digits', 'Invalid Field'],
    ['yearsInBusiness', 10_000, 'maxLength', 'Must be less than 4 characters'],
    ['yearsInBusiness', 1.5, 'numeric', 'Invalid Field'],
    ['yearsInBusiness', -1, 'numeric', 'Invalid Field'],
    ['yearsInBusiness', '7', 'numeric', 'Invalid Field'],
    ['employeeCount', 1e21, 'maxLength', 'Must be less than 6 characters'],
    ['annualSalesAmount', 1_000_000_000, 'maxValue', 'Must be less than 999999999'],
    ['annualSalesAmount', true, 'numeric', 'Invalid Field'],
    ['expectedPurchaseAmount', {}, 'numeric', 'Invalid Field'],
    ['internetGambling', 'yes', 'invalid', 'Invalid Field'],
    ['internetBasedBusiness', 1, 'invalid', 'Invalid Field'],
    ['guarantorId', nobody, 'invalid', 'Invalid Field'],
    ['guarantorId', 'me', 'invalid', 'Invalid Field'],
    ['guarantorId', 7, 'invalid', 'Invalid Field'],
  ])('refuses %s: %j', async (key, value, rule, message) => {
    const { browser, id, path } = await begun(server.client());
    const json = { applicationData: { expectedPurchaseAmount: 5, [key]: value } };
    const field = `applicationData.${key}`;
    expectError(await browser.send('PATCH', path, { json }), 'validation_failed', [{ field, rule, message }]);
    const { body } = await browser.send<Application>('GET', `/application/${id}`);
    expect(body.applicationData.expectedPurchaseAmount).toBeNull();
  });

  test.each([999_999_999, 0])('accepts %d as an amount', async (annualSalesAmount) => {
    const { browser, id } = await begun(server.client());
    const { applicationData } = await change(browser, id, { applicationData: { annualSalesAmount } });
    expect(applicationData.annualSalesAmount).toBe(annualSalesAmount);
  });

  test('compares ZIP and state on the merged record, whichever is sent', async () => {
    const { browser, id, path } = await begun(server.client());
    const wrongZip = {
      field: 'applicationData.addressPostalCode',
      rule: 'postalCodeForState',
      message: 'Postal Code is not valid for TX',
    };
    await change(browser, id, { applicationData: { addressPostalCode: '55420' } });
    const json = { applicationData: { addressState: 'TX', dba: 'Larkspur' } };
    expectError(await browser.send('PATCH', path, { json }), 'validation_failed', [wrongZip]);
    await change(browser, id, { applicationData: { addressState: 'TX', addressPostalCode: '78701' } });
    const { applicationData } = await change(browser, id, { applicationData: { addressCity: 'Austin' } });
    expect(applicationData).toMatchObject({ addressState: 'TX', dba: null });
  });

  test('requires the rest of a billing address only at submit, and accepts a P.O. box there', async () => {
    const { browser, id } = await begun(server.client());
    const { applicationData } = await change(browser, id, {
      applicationData: { billingAddressLine: 'P.O. Box 12' },
    });
    expect(applicationData.billingAddressLine).toBe('P.O. Box 12');
    const refused = await submit(browser, id);
    expect(refused.body).toMatchObject({
      errors: expect.arrayContaining(
        ['billingCity', 'billingState', 'billingPostalCode'].map((key) => required(`applicationData.${key}`)),
      ),
    });
  });

  test.each<object>([
    { status: 'submitted' },
    { applicationData: { status: 'submitted' } },
    { applicationData: { taxIdLast4: '1234' } },
    { disclosures: { esign: true } },
    { disclosures: { submit: true } },
    { sections: { review: true } },
    { consents: [] },
    { applicationData: { businessName: 'Larkspur', hasOwnProperty: 1 } },
  ])('refuses %j as a whole', async (json) => {
    const { browser, path } = await begun(server.client());
    expectError(await browser.send('PATCH', path, { json }), 'invalid_request');
  });

  test.each([
    ['disclosures', null],
    ['sections', []],
  ])('refuses %s that are %j', async (field, value) => {
    const { browser, path } = await begun(server.client());
    expectError(await browser.send('PATCH', path, { json: { [field]: value } }), 'validation_failed', [
      { field, rule: 'invalid', message: 'Invalid Field' },
    ]);
  });

  test('changes nothing if nothing is sent', async () => {
    const { browser, path } = await begun(server.client());
    const before = await browser.send('GET', path);
    for (const json of [{}, { applicationData: {} }, { disclosures: {}, sections: {} }]) {
      const reply = await browser.send('PATCH', path, { json });
      expect(reply.status).toBe(200);
      expect(reply.headers['etag']).toBe(before.headers['etag']);
    }
  });
});

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Application, GuarantorRequired } from '../../../api/application.ts';
import { expectError } from '../../../tests/support/expect-error.ts';
import { applicant, begun, business, change, prepare } from '../../../tests/support/sample-application.ts';
import type { TestServer } from '../../../tests/support/test-server.ts';
import { startTestServer } from '../../../tests/support/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

describe('ETag and If-Match', () => {
  test('an application’s ETag changes with it, and a stale If-Match is refused', async () => {
    const { browser, path } = await begun(server.client());
    const { headers } = await browser.send('GET', path);
    const etag = headers['etag'] ?? '';
    const patch = (ifMatch: string, dba: string) =>
      browser.send('PATCH', path, { json: { applicationData: { dba } }, headers: { 'if-match': ifMatch } });
    const changed = await patch(etag, 'one');
    expect(changed.status).toBe(200);
    expect(changed.headers['etag']).not.toBe(etag);
    expect((await browser.send('GET', path)).headers['etag']).toBe(changed.headers['etag']);
    for (const stale of [etag, `W/${changed.headers['etag']}`, '"x"', ''])
      expectError(await patch(stale, 'two'), 'stale');
    expect((await patch(`"x", ${changed.headers['etag']}`, 'three')).status).toBe(200);
    expect((await patch('*', 'four')).status).toBe(200);
  });

  test('a person has an ETag of its own, for PATCH and DELETE', async () => {
    const { browser, id } = await begun(server.client());
    const { body } = await browser.send<{ id: string }>('POST', '/personnel', {
      json: { applicationId: id, personnelType: 'applicant', fullName: 'Zoë' },
    });
    const path = `/personnel/${body.id}`;
    const first = await browser.send('PATCH', path, { json: {} });
    const etag = first.headers['etag'] ?? '';
    await change(browser, id, { applicationData: { dba: 'Larkspur' } });
    const headers = { 'if-match': etag };
    const second = await browser.send('PATCH', path, { json: { occupation: 'Gardener' }, headers });
    expect(second.status).toBe(200);
    expect(second.headers['etag']).not.toBe(etag);
    expectError(await browser.send('PATCH', path, { json: {}, headers }), 'stale');
    expectError(await browser.send('DELETE', path, { headers }), 'stale');
    const current = { 'if-match': second.headers['etag'] ?? '' };
    expect((await browser.send('DELETE', path, { headers: current })).status).toBe(204);
  });
});

describe('GET /application/{id}/guarantor-required', () => {
  test.each([
    ['demo.localhost', {}, true],
    ['demo.localhost', { organizationType: 'corporation' }, true],
    ['demo.localhost', { organizationType: 'municipality' }, false],
    ['demo.localhost', { organizationType: 'non_profit' }, false],
    [
      'exmark.localhost',
      { organizationType: 'llc', yearsInBusiness: 10, annualSalesAmount: 5_000_000 },
      false,
    ],
    ['exmark.localhost', { yearsInBusiness: 10, annualSalesAmount: 4_999_999 }, true],
    ['exmark.localhost', { yearsInBusiness: 9, annualSalesAmount: 5_000_000 }, true],
    ['exmark.localhost', { annualSalesAmount: 5_000_000 }, true],
  ])('follows the program’s table: %s %j → %s', async (host, applicationData, guarantorRequired) => {
    const { browser, id, path } = await begun(server.client(host));
    await change(browser, id, { applicationData });
    const reply = await browser.send<GuarantorRequired>('GET', `${path}/guarantor-required`);
    expect(reply.body).toEqual({ guarantorRequired });
  });
});

test('GET /application/{id} gives the whole application, masked answers only as their last four', async () => {
  const browser = server.client();
  const { id } = await prepare(browser);
  const { body } = await browser.send<Application>('GET', `/application/${id}`);
  expect(body.applicationData).toMatchObject({
    taxIdLast4: '5926',
    annualSalesAmount: business.annualSalesAmount,
  });
  expect(body.personnel).toEqual([
    expect.objectContaining({
      ssnLast4: '7731',
      dateOfBirth: applicant.dateOfBirth,
      grossAnnualIncome: applicant.grossAnnualIncome,
      monthlyHousingPayment: applicant.monthlyHousingPayment,
    }),
    expect.objectContaining({ ssnLast4: '8842' }),
  ]);
  expect(JSON.stringify(body)).not.toMatch(/"(ssn|taxId)"/);
});

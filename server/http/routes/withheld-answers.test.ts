/**
 * Tests that a session cannot find hidden answers by guessing: responses to a right and a wrong guess look the same (D55, X1).
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Application } from '../../../api/application.ts';
import type { Personnel } from '../../../api/personnel.ts';
import type { StartResponse } from '../../../api/start.ts';
import type { ApiClient, Reply } from '../../../tests/support/api-client.ts';
import {
  addPerson,
  applicant,
  business,
  create,
  expected,
  owner,
  submit,
} from '../../../tests/support/sample-application.ts';
import type { TestServer } from '../../../tests/support/test-server.ts';
import { startTestServer } from '../../../tests/support/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

/** Creates a draft with an applicant. Returns a client in the draft's first session, or in a session that resumed the draft. */
async function draft(comesBack: boolean) {
  const browser = server.client();
  await browser.start();
  const { id } = await create(browser);
  const person = await addPerson(browser, id, 'applicant', applicant);
  if (comesBack) {
    await browser.send('POST', '/apply/finish/timeout');
    const facts = { taxIdLast4: business.taxId.slice(-4), dateOfBirth: applicant.dateOfBirth };
    const { body } = await browser.send<StartResponse>('POST', '/resume/device', { json: facts });
    browser.goOn(body.webSessionId);
  }
  return { browser, id, application: `/application/${id}`, person: `/personnel/${person.id}` };
}

const etagOf = async (browser: ApiClient, path: string) => (await browser.send('GET', path)).headers['etag'];

/** Returns everything that a response shows. Replaces the values that differ in every session, and the answer that was sent. */
function shown({ status, headers, body }: Reply<unknown>, key: string, value: unknown): string {
  const { etag } = headers;
  const named = Object.keys(headers).toSorted();
  const text = JSON.stringify({ status, etag, named, body })
    .replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, 'id')
    .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'moment');
  return text.replace(`"${key}":${JSON.stringify(value)}`, `"${key}":"as sent"`);
}

const ofBusiness = [
  ['taxId', business.taxId, `90${business.taxId.replace(/\D/g, '').slice(2)}`],
  ['annualSalesAmount', business.annualSalesAmount, 123_456],
] as const;
const ofPerson = [
  ['ssn', applicant.ssn, `219${String(applicant.ssn).replace(/\D/g, '').slice(3)}`],
  ['dateOfBirth', applicant.dateOfBirth, '1980-03-05'],
  ['grossAnnualIncome', applicant.grossAnnualIncome, 123_456],
  ['monthlyHousingPayment', applicant.monthlyHousingPayment, 1_234],
] as const;

describe('after the draft was resumed', () => {
  test.each(ofBusiness)('a guess of %s shows the same, right or wrong', async (key, right, wrong) => {
    const seen = [];
    for (const guess of [right, wrong]) {
      const { browser, application } = await draft(true);
      const json = { applicationData: { [key]: guess } };
      const reply = expected200(await browser.send<Application>('PATCH', application, { json }));
      const read = await browser.send<Application>('GET', application);
      seen.push([shown(reply, key, guess), shown(read, key, guess)]);
    }
    expect(seen[0]).toEqual(seen[1]);
  });

  test.each(ofPerson)(
    'a guess of the applicant’s %s shows the same, right or wrong',
    async (key, right, wrong) => {
      const seen = [];
      for (const guess of [right, wrong]) {
        const { browser, application, person } = await draft(true);
        const reply = expected200(await browser.send<Personnel>('PATCH', person, { json: { [key]: guess } }));
        const read = await browser.send<Application>('GET', application);
        seen.push([shown(reply, key, guess), shown(read, key, guess)]);
      }
      expect(seen[0]).toEqual(seen[1]);
    },
  );

  test('a guess of the applicant’s number, typed for an owner, shows the same, right or wrong', async () => {
    const seen = [];
    for (const ssn of [applicant.ssn, owner.ssn]) {
      const { browser, application, id } = await draft(true);
      const json = { applicationId: id, personnelType: 'owner', ...owner, percentageOwned: 25, ssn };
      const added = await browser.send<Personnel>('POST', '/personnel', { json });
      expect([added.status, added.body]).toMatchObject([201, {}]);
      const confirmed = await browser.send('PATCH', application, { json: { sections: { owner: true } } });
      const submitted = await submit(browser, id);
      const lastFour = String(ssn).slice(-4);
      seen.push(
        [added, confirmed, submitted].map((reply) => shown(reply, 'ssn', ssn).replaceAll(lastFour, 'last')),
      );
    }
    expect(seen[0]).toEqual(seen[1]);
  });

  test('two equal numbers of this session are refused', async () => {
    const { browser, id, person } = await draft(true);
    expected(200, await browser.send('PATCH', person, { json: { ssn: applicant.ssn } }));
    const json = { applicationId: id, personnelType: 'owner', ...owner, ssn: applicant.ssn };
    const { status, body } = await browser.send('POST', '/personnel', { json });
    expect([status, body]).toMatchObject([400, { errors: [{ field: 'ssn', rule: 'ssn' }] }]);
  });

  test('a right value can be read back from then on, like a wrong one', async () => {
    const { browser, application } = await draft(true);
    const applicationData = { annualSalesAmount: business.annualSalesAmount };
    const { body } = await browser.send<Application>('PATCH', application, { json: { applicationData } });
    expect(body.applicationData).toMatchObject(applicationData);
    expect(body.applicationData).not.toHaveProperty('stored');
  });
});

describe('in the first session', () => {
  test('a masked answer that is sent again counts as changed', async () => {
    const { browser, application, person } = await draft(false);
    const [before, personBefore] = [await etagOf(browser, application), '"1"'];
    const json = { applicationData: { taxId: business.taxId } };
    expect((await browser.send('PATCH', application, { json })).headers['etag']).not.toBe(before);
    const ofThem = await browser.send('PATCH', person, { json: { ssn: applicant.ssn } });
    expect(ofThem.headers['etag']).not.toBe(personBefore);
  });

  test('an answer that is read back and sent again changes nothing', async () => {
    const { browser, application, person } = await draft(false);
    const before = await etagOf(browser, application);
    const { businessName, annualSalesAmount } = business;
    const json = { applicationData: { businessName, annualSalesAmount } };
    expect((await browser.send('PATCH', application, { json })).headers['etag']).toBe(before);
    const again = { json: { fullName: applicant.fullName, dateOfBirth: applicant.dateOfBirth } };
    expect((await browser.send('PATCH', person, again)).headers['etag']).toBe('"1"');
  });
});

function expected200<Body>(reply: Reply<Body>): Reply<Body> {
  expected(200, reply);
  return reply;
}

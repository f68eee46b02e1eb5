import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Personnel } from '../../../api/personnel.ts';
import type { ApiClient } from '../../../tests/support/api-client.ts';
import { expectError } from '../../../tests/support/expect-error.ts';
import {
  addPerson,
  applicant,
  authorizedUser,
  change,
  create,
  owner,
} from '../../../tests/support/sample-application.ts';
import type { TestServer } from '../../../tests/support/test-server.ts';
import { startTestServer } from '../../../tests/support/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

async function begun(applicationData: object = {}): Promise<{ browser: ApiClient; id: string }> {
  const browser = server.client();
  await browser.start();
  const { id } = await create(browser, { ...applicationData }, {});
  return { browser, id };
}

const over = (max: string) => ({
  field: 'percentageOwned',
  rule: 'totalOwnership',
  message: `Total percentage owned by all owners must not exceed 100%. Unclaimed owner percentage: ${max}%`,
});

describe('POST /personnel', () => {
  test('returns the person without masked answers or fields of other types', async () => {
    const { browser, id } = await begun();
    const json = { applicationId: id, personnelType: 'authorized_user', ...authorizedUser };
    const reply = await browser.send<Personnel>('POST', '/personnel', { json });
    expect(reply.status).toBe(201);
    expect(reply.headers['etag']).toMatch(/^"\d+"$/);
    const { ssn: _, ...rest } = authorizedUser;
    expect(reply.body).toEqual({
      ...rest,
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      applicationId: id,
      personnelType: 'authorized_user',
      ssnLast4: '9953',
      addressPostalCode: '78701',
      createDateTime: expect.any(String),
      updateDateTime: expect.any(String),
    });
  });

  test('accepts a person without any answers yet', async () => {
    const { browser, id } = await begun();
    const person = await addPerson(browser, id, 'owner', {});
    expect(person).toMatchObject({ fullName: null, ssnLast4: null, percentageOwned: null });
  });

  test.each(['Applicant', 'guarantor', '', null, 5, ['owner'], 'toString'])(
    'refuses the kind %j',
    async (personnelType) => {
      const { browser, id } = await begun();
      const json = { applicationId: id, personnelType, fullName: 'Ned' };
      expectError(await browser.send('POST', '/personnel', { json }), 'validation_failed', [
        { field: 'personnelType', rule: 'invalid', message: 'Invalid Field' },
      ]);
    },
  );

  test.each([null, 7, {}])('refuses %j for an application', async (applicationId) => {
    const { browser } = await begun();
    const json = { applicationId, personnelType: 'owner' };
    expectError(await browser.send('POST', '/personnel', { json }), 'validation_failed', [
      { field: 'applicationId', rule: 'invalid', message: 'Invalid Field' },
    ]);
  });

  test('refuses a body that names no application', async () => {
    const { browser } = await begun();
    const json = { personnelType: 'owner' };
    expectError(await browser.send('POST', '/personnel', { json }), 'invalid_request');
  });

  test.each([
    '01a1fbac-73ad-7000-88d5-cec578f87e3d',
    '',
    'x',
    '\u0000',
    '\ud800',
    "' or ''='",
    'a'.repeat(10_000),
  ])('does not find the application %j', async (applicationId) => {
    const { browser } = await begun();
    const json = { applicationId, personnelType: 'owner' };
    expectError(await browser.send('POST', '/personnel', { json }), 'resource_not_found');
  });

  test.each([
    ['authorized_user', { occupation: 'Clerk' }],
    ['authorized_user', { percentageOwned: 10 }],
    ['authorized_user', { email: 'a@example.com' }],
    ['authorized_user', { phoneNumber: null }],
    ['owner', { grossAnnualIncome: 1 }],
    ['owner', { monthlyHousingPayment: 1 }],
    ['applicant', { id: '01a1fbac-73ad-7000-88d5-cec578f87e3d' }],
    ['applicant', { ssnLast4: '1234' }],
    ['applicant', { createDateTime: '2026-01-01T00:00:00Z' }],
    ['applicant', { taxId: '123456789' }],
  ])('refuses of an %s %j', async (personnelType, more) => {
    const { browser, id } = await begun();
    const json = { applicationId: id, personnelType, fullName: 'Ned', ...more };
    expectError(await browser.send('POST', '/personnel', { json }), 'invalid_request');
    const body = { applicationId: id, personnelType, fullName: 'Ned' };
    const person = await browser.send<Personnel>('POST', '/personnel', { json: body });
    expectError(
      await browser.send('PATCH', `/personnel/${person.body.id}`, { json: more }),
      'invalid_request',
    );
  });

  test.each([
    ['applicant', 'fullName', 'x'.repeat(101), 'maxLength', 'Must be less than 100 characters'],
    ['applicant', 'ssn', '12345678', 'ssn', 'Invalid Field'],
    ['applicant', 'dateOfBirth', '1899-12-31', 'invalid', 'Invalid Field'],
    ['applicant', 'dateOfBirth', '02/03/1980', 'invalid', 'Invalid Field'],
    ['applicant', 'dateOfBirth', '2023-02-29', 'invalid', 'Invalid Field'],
    ['applicant', 'dateOfBirth', '2999-01-01', 'notInFuture', 'Date must be today or in the past'],
    ['authorized_user', 'dateOfBirth', '2020-01-01', 'minAge', 'Must be at least 18 years old'],
    ['owner', 'percentageOwned', 24.99, 'ownerMinimum', 'Percentage owned must be at lease 25%'],
    ['owner', 'percentageOwned', 33.333, 'numeric', 'Invalid Field'],
    ['owner', 'percentageOwned', '40', 'numeric', 'Invalid Field'],
    ['applicant', 'percentageOwned', 100.01, 'maxValue', 'Must be less than 100'],
    ['applicant', 'phoneNumber', '1112223333', 'phone', 'Invalid phone number'],
    ['applicant', 'housingStatus', 'lease', 'invalid', 'Invalid Field'],
    ['applicant', 'yearsAtResidence', 1000, 'maxLength', 'Must be less than 3 characters'],
    ['applicant', 'grossAnnualIncome', -0.5, 'numeric', 'Invalid Field'],
    ['applicant', 'addressLine', 'Post Office Box 4', 'noPoBox', 'P.O. Boxes are not allowed'],
  ])('refuses of an %s %s: %j', async (personnelType, field, value, rule, message) => {
    const { browser, id } = await begun();
    const json = { applicationId: id, personnelType, [field]: value };
    expectError(await browser.send('POST', '/personnel', { json }), 'validation_failed', [
      { field, rule, message },
    ]);
  });

  test('refuses one applicant, owner or card user too many', async () => {
    const { browser, id } = await begun();
    for (const [personnelType, limit] of [
      ['applicant', 1],
      ['owner', 4],
      ['authorized_user', 10],
    ] as const) {
      for (let count = 0; count < limit; count += 1) await addPerson(browser, id, personnelType, {});
      const json = { applicationId: id, personnelType };
      expectError(await browser.send('POST', '/personnel', { json }), 'conflict');
    }
  });

  test.each(['sole_proprietorship', 'municipality', 'non_profit'])(
    'refuses owners for a %s',
    async (type) => {
      const { browser, id } = await begun({ organizationType: type });
      const json = { applicationId: id, personnelType: 'owner' };
      expectError(await browser.send('POST', '/personnel', { json }), 'conflict');
    },
  );

  test('refuses the same SSN twice among applicant and owners, but not for a card user', async () => {
    const { browser, id } = await begun();
    await addPerson(browser, id, 'applicant', { ssn: applicant.ssn });
    const twin = { field: 'ssn', rule: 'ssn', message: 'Invalid Field' };
    const json = { applicationId: id, personnelType: 'owner', ssn: '512447731' };
    expectError(await browser.send('POST', '/personnel', { json }), 'validation_failed', [twin]);
    await addPerson(browser, id, 'authorized_user', { ssn: applicant.ssn });
  });
});

describe('shares', () => {
  test('may add up to exactly 100 %, and no more', async () => {
    const { browser, id } = await begun();
    await addPerson(browser, id, 'applicant', { percentageOwned: 33.34 });
    await addPerson(browser, id, 'owner', { percentageOwned: 33.33 });
    const json = { applicationId: id, personnelType: 'owner', percentageOwned: 33.34 };
    expectError(await browser.send('POST', '/personnel', { json }), 'validation_failed', [over('33.33')]);
    const third = await addPerson(browser, id, 'owner', { percentageOwned: 33.33 });
    const path = `/personnel/${third.id}`;
    expectError(await browser.send('PATCH', path, { json: { percentageOwned: 50 } }), 'validation_failed', [
      over('33.33'),
    ]);
    expect((await browser.send('PATCH', path, { json: { percentageOwned: 25 } })).status).toBe(200);
    expectError(
      await browser.send('POST', '/personnel', { json: { ...json, percentageOwned: 25 } }),
      'validation_failed',
      [over('8.33')],
    );
  });

  test("removing an owner frees that owner's share", async () => {
    const { browser, id } = await begun();
    await addPerson(browser, id, 'applicant', { percentageOwned: 60 });
    const gone = await addPerson(browser, id, 'owner', { percentageOwned: 40 });
    expect((await browser.send('DELETE', `/personnel/${gone.id}`)).status).toBe(204);
    expect((await addPerson(browser, id, 'owner', { percentageOwned: 40 })).percentageOwned).toBe(40);
  });
});

describe('PATCH /personnel/{id}', () => {
  test('merges what is sent, null clears a field, and a wrong answer changes nothing', async () => {
    const { browser, id } = await begun();
    const { id: person } = await addPerson(browser, id, 'owner', owner);
    const path = `/personnel/${person}`;
    const changed = await browser.send<Personnel>('PATCH', path, {
      json: { occupation: ' Clerk ', email: null, ssn: null },
    });
    expect(changed.body).toMatchObject({
      personnelType: 'owner',
      occupation: 'Clerk',
      email: null,
      ssnLast4: null,
      fullName: owner.fullName,
      dateOfBirth: owner.dateOfBirth,
    });
    const json = { occupation: 'Cook', addressState: 'MN' };
    expectError(await browser.send('PATCH', path, { json }), 'validation_failed', [
      {
        field: 'addressPostalCode',
        rule: 'postalCodeForState',
        message: 'Postal Code is not valid for MN',
      },
    ]);
    const after = await browser.send<Personnel>('PATCH', path, { json: {} });
    expect(after.body).toEqual(changed.body);
    expect(after.headers['etag']).toBe(changed.headers['etag']);
  });

  test('refuses to change a person’s type', async () => {
    const { browser, id } = await begun();
    const { id: person } = await addPerson(browser, id, 'owner', {});
    for (const json of [{ personnelType: 'applicant' }, { applicationId: id }])
      expectError(await browser.send('PATCH', `/personnel/${person}`, { json }), 'invalid_request');
  });
});

describe('DELETE /personnel/{id}', () => {
  test('removes a person once', async () => {
    const { browser, id } = await begun();
    const { id: person } = await addPerson(browser, id, 'authorized_user', authorizedUser);
    expect((await browser.send('DELETE', `/personnel/${person}`)).status).toBe(204);
    expectError(await browser.send('DELETE', `/personnel/${person}`), 'resource_not_found');
    expectError(await browser.send('PATCH', `/personnel/${person}`, { json: {} }), 'resource_not_found');
  });

  test('removes the guarantor with the applicant', async () => {
    const { browser, id } = await begun();
    const { id: guarantorId } = await addPerson(browser, id, 'applicant', applicant);
    await change(browser, id, { applicationData: { guarantorId } });
    await browser.send('DELETE', `/personnel/${guarantorId}`);
    const { applicationData } = await change(browser, id, {});
    expect(applicationData.guarantorId).toBeNull();
  });
});

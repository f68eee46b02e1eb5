/** Tests the side effects of a change to the application: confirmed sections, removed owners, recorded consents. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Application } from '../../../api/application.ts';
import { expectError } from '../../../tests/support/expect-error.ts';
import {
  addPerson,
  applicant,
  begun,
  business,
  change,
  owner,
} from '../../../tests/support/sample-application.ts';
import type { TestServer } from '../../../tests/support/test-server.ts';
import { startTestServer } from '../../../tests/support/test-server.ts';
import { openForOperator } from '../../applications/act-on-application.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

const required = (field: string) => ({ field, rule: 'required', message: 'Required Field' });
const invalid = (field: string) => ({ field, rule: 'invalid', message: 'Invalid Field' });

describe('PATCH /application/{id}', () => {
  test('confirms a section once its fields are valid, and never withdraws the confirmation', async () => {
    const { browser, id, path } = await begun(server.client());
    const { annualSalesAmount, taxId, ...rest } = business;
    await change(browser, id, { applicationData: rest });
    const json = { sections: { business: true } };
    expectError(await browser.send('PATCH', path, { json }), 'validation_failed', [
      required('applicationData.annualSalesAmount'),
      required('applicationData.taxId'),
    ]);
    const both = { ...json, applicationData: { annualSalesAmount, taxId } };
    expect((await change(browser, id, both)).sections).toEqual({
      business: true,
      applicant: false,
      owner: false,
      authorizedUser: false,
    });
    for (const value of [false, null, 'true'])
      expectError(
        await browser.send('PATCH', path, { json: { sections: { business: value } } }),
        'validation_failed',
        [invalid('sections.business')],
      );
    expect((await change(browser, id, { applicationData: { email: null } })).sections.business).toBe(true);
  });

  test('confirms the applicant’s section only with a person and the guarantor’s answer', async () => {
    const { browser, id, path } = await begun(server.client());
    await change(browser, id, { applicationData: { organizationType: 'llc' } });
    const json = { sections: { applicant: true } };
    const refused = await browser.send<{ errors: { field: string }[] }>('PATCH', path, { json });
    expect(refused.status).toBe(400);
    const fields = refused.body.errors.map(({ field }) => field);
    expect(fields).toEqual(
      expect.arrayContaining(['personnel.applicant.fullName', 'applicationData.guarantorId']),
    );
    const { id: guarantorId } = await addPerson(browser, id, 'applicant', applicant);
    const both = { ...json, applicationData: { guarantorId } };
    expect((await change(browser, id, both)).sections.applicant).toBe(true);
  });

  test('accepts only the applicant as guarantor', async () => {
    const { browser, id, path } = await begun(server.client());
    const other = await addPerson(browser, id, 'owner', owner);
    const json = { applicationData: { guarantorId: other.id } };
    expectError(await browser.send('PATCH', path, { json }), 'validation_failed', [
      invalid('applicationData.guarantorId'),
    ]);
  });

  test('deletes the owners when the business changes to a legal form without them', async () => {
    const { browser, id } = await begun(server.client());
    await addPerson(browser, id, 'owner', owner);
    await change(browser, id, { disclosures: { noOtherOwners: true } });
    const changed = await change(browser, id, {
      applicationData: { organizationType: 'sole_proprietorship' },
    });
    expect(changed.disclosures.noOtherOwners).toBe(false);
    const { body } = await browser.send<Application>('GET', `/application/${id}`);
    expect(body.personnel).toEqual([]);
    const json = { applicationId: id, personnelType: 'owner', fullName: 'Ned' };
    expectError(await browser.send('POST', '/personnel', { json }), 'conflict');
  });

  test('adding an owner clears the confirmation that there are no other owners', async () => {
    const { browser, id } = await begun(server.client());
    await change(browser, id, { disclosures: { noOtherOwners: true } });
    await addPerson(browser, id, 'owner', { fullName: 'Ned' });
    const { body } = await browser.send<Application>('GET', `/application/${id}`);
    expect(body.disclosures.noOtherOwners).toBe(false);
  });

  test('records the consents of the share-information screen with the version of their texts', async () => {
    const { browser, id } = await begun(server.client());
    await change(browser, id, { disclosures: { shareInformation: true, affiliates: true } });
    await change(browser, id, { disclosures: { affiliates: false } });
    const rows = await server.database.db
      .selectFrom('consent')
      .select(['agreement', 'agreed', 'version'])
      .where('application_id', '=', id)
      .orderBy('id')
      .execute();
    const { database, keys } = server.services;
    const { consents } = await openForOperator({ database, keys, applicationId: id, operator: 'ada' });
    const version = server.services.programs.byHost.get('localhost')?.agreements['share-information'].version;
    expect(rows).toEqual([
      { agreement: 'share-information', agreed: true, version },
      { agreement: 'affiliates', agreed: true, version },
      { agreement: 'affiliates', agreed: false, version },
    ]);
    const evidence = { version, ip: browser.address, userAgent: 'lightMyRequest' };
    expect(consents).toMatchObject([
      { agreement: 'affiliates', agreed: false, ...evidence },
      { agreement: 'share-information', agreed: true, ...evidence },
    ]);
  });
});

/** Tests what a submission needs for several legal forms, and when it needs a guarantor or a proof of entity (D16, D17, D26). */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Application, GuarantorRequired } from '../../api/application.ts';
import type { ProblemDetails } from '../../api/error.ts';
import { testStores } from '../support/database.ts';
import { forbidInLogs } from '../support/forbid-in-logs.ts';
import {
  addDocument,
  agree,
  applicant,
  canaries,
  change,
  prepare,
  submit,
} from '../support/sample-application.ts';
import type { TestServer } from '../support/test-server.ts';
import { startTestServer } from '../support/test-server.ts';

describe.each(await testStores())('a whole application on $name', (store) => {
  const log = forbidInLogs(canaries);
  let server: TestServer;

  beforeAll(async () => {
    server = await startTestServer({ store, log });
  });
  afterAll(async () => {
    await server.stop();
    expect(log.leaks).toEqual([]);
  });

  test('of a sole proprietor needs neither a share nor owners', async () => {
    const browser = server.client();
    const { percentageOwned: _, ...noShare } = applicant;
    const { id } = await prepare(browser, {
      applicationData: { organizationType: 'sole_proprietorship' },
      applicant: { ...noShare, percentageOwned: null },
      owners: [],
    });
    expect(await submit(browser, id)).toMatchObject({ status: 200, body: { status: 'submitted' } });
  });

  test.each(['municipality', 'non_profit'])('of a %s needs neither owners nor a guarantor', async (type) => {
    const browser = server.client();
    const { id } = await prepare(browser, {
      applicationData: { organizationType: type },
      applicant: { ...applicant, percentageOwned: null },
      owners: [],
      guarantor: false,
    });
    const wish = await browser.send<GuarantorRequired>('GET', `/application/${id}/guarantor-required`);
    expect(wish.body).toEqual({ guarantorRequired: false });
    expect(await submit(browser, id)).toMatchObject({ status: 200, body: { status: 'submitted' } });
  });

  test('is refused while a required guarantor is declined', async () => {
    const browser = server.client();
    const { id } = await prepare(browser, { guarantor: false });
    const refused = await browser.send<ProblemDetails>('POST', `/application/${id}/submit`);
    expect(refused.status).toBe(400);
    expect(refused.body).toMatchObject({
      code: 'validation_failed',
      errors: [
        {
          field: 'applicationData.guarantorId',
          rule: 'guarantorRead',
          message: 'Please click the checkbox before continuing',
        },
      ],
    });
  });

  test('is pending if a required document is missing, and submitted if the document was uploaded', async () => {
    const later = server.client('yard-card.localhost');
    const waiting = await prepare(later);
    expect(await submit(later, waiting.id)).toMatchObject({ status: 200, body: { status: 'pending' } });
    expect((await later.send('POST', '/apply/finish/pending')).status).toBe(204);

    const now = server.client('yard-card.localhost');
    const proven = await prepare(now);
    await addDocument(now, proven.id);
    expect(await submit(now, proven.id)).toMatchObject({ status: 200, body: { status: 'submitted' } });
  });

  test('loses its owners if its legal form changes to one without owners', async () => {
    const browser = server.client();
    const { id } = await prepare(browser, { agreements: ['esign', 'terms', 'guarantor'] });
    await change(browser, id, { applicationData: { organizationType: 'municipality' } });
    const { body } = await browser.send<Application>('GET', `/application/${id}`);
    expect(body.personnel?.map((person) => person.personnelType)).toEqual(['applicant']);
    await agree(browser, id, 'controlling-party');
    expect(await submit(browser, id)).toMatchObject({ status: 200, body: { status: 'submitted' } });
  });

  test('must confirm that no one else owns 25% or more if at least 25% is unclaimed', async () => {
    const browser = server.client();
    const { id } = await prepare(browser, { owners: [] });
    const refused = await browser.send<ProblemDetails>('POST', `/application/${id}/submit`);
    expect(refused.body.errors).toEqual([
      { field: 'disclosures.noOtherOwners', rule: 'required', message: 'Required Field' },
    ]);
    await change(browser, id, { disclosures: { noOtherOwners: true } });
    expect(await submit(browser, id)).toMatchObject({ status: 200 });
  });
});

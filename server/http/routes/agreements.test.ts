import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Agreement, Consent } from '../../../api/agreement.ts';
import type { Application } from '../../../api/application.ts';
import type { ApiClient, Reply } from '../../../tests/support/api-client.ts';
import { expectError } from '../../../tests/support/expect-error.ts';
import {
  addPerson,
  agree,
  applicant,
  change,
  create,
  owner,
  prepare,
  submit,
} from '../../../tests/support/sample-application.ts';
import { shippedVersion } from '../../../tests/support/shipped-version.ts';
import type { TestServer } from '../../../tests/support/test-server.ts';
import { startTestServer } from '../../../tests/support/test-server.ts';
import { openForOperator } from '../../applications/act-on-application.ts';
import { consentTo } from '../../applications/application-record.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

const unread = 'Please click the agreement link and review the terms before continuing';

async function begun(host?: string): Promise<{ browser: ApiClient; id: string }> {
  const browser = server.client(host);
  await browser.start();
  return { browser, id: (await create(browser)).id };
}

function open(browser: ApiClient, agreement: string): Promise<Reply<Agreement>> {
  return browser.send<Agreement>('GET', `/agreement/${agreement}`);
}

function consent(browser: ApiClient, id: string, agreement: string, json: unknown): Promise<Reply<Consent>> {
  return browser.send<Consent>('PUT', `/application/${id}/consent/${agreement}`, { json });
}

/** Returns which consents of an application are valid. */
async function consents(browser: ApiClient, id: string): Promise<Record<string, boolean>> {
  const { body } = await browser.send<Application>('GET', `/application/${id}`);
  return Object.fromEntries(body.consents.map(({ agreement, agreed }) => [agreement, agreed]));
}

describe('GET /agreement/{agreement}', () => {
  test.each(['esign', 'terms', 'guarantor', 'controlling-party'] as const)(
    'serves %s with its hash',
    async (name) => {
      const { browser } = await begun();
      const { status, body } = await open(browser, name);
      expect(status).toBe(200);
      expect(body).toMatchObject({
        agreement: name,
        title: expect.any(String),
        version: shippedVersion(name),
      });
      expect(body.sha256).toBe(createHash('sha256').update(body.html).digest('hex'));
      expect(body.html).toContain('Quillbrook Bank');
    },
  );

  test('serves a program’s own text where it has one', async () => {
    const own = await begun('exmark.localhost');
    const shared = await begun();
    expect((await open(own.browser, 'terms')).body.html).not.toBe(
      (await open(shared.browser, 'terms')).body.html,
    );
  });

  test.each(['share-information', 'affiliates', 'ESIGN', 'toString', 'x'])(
    'does not find %s',
    async (name) => {
      const { browser } = await begun();
      expectError(await open(browser, name), 'resource_not_found');
    },
  );

  test('is served before the application exists', async () => {
    const browser = server.client();
    await browser.start();
    expect((await open(browser, 'esign')).status).toBe(200);
    const { id } = await create(browser);
    const json = { version: shippedVersion('esign'), agreed: true };
    expect((await consent(browser, id, 'esign', json)).status).toBe(200);
  });

  test('names the controlling party and the owners as plain text', async () => {
    const { browser, id } = await begun();
    await addPerson(browser, id, 'applicant', { ...applicant, fullName: 'Zoë <img src=x> *Q*' });
    await addPerson(browser, id, 'owner', owner);
    const { html } = (await open(browser, 'controlling-party')).body;
    expect(html).toContain('Zoë &lt;img src=x&gt; *Q*');
    expect(html).toContain('60%');
    expect(html).toContain(owner.fullName);
    expect(html).not.toContain(applicant.dateOfBirth);
  });
});

describe('PUT /application/{id}/consent/{agreement}', () => {
  test('refuses an agreement that was not opened, with the unread message', async () => {
    const { browser, id } = await begun();
    const reply = await consent(browser, id, 'terms', { version: '2026-11-26', agreed: true });
    expectError(reply, 'agreement_unread');
    expect(reply.body).toMatchObject({ detail: unread });
  });

  test('refuses a text opened in another session, and the opening of another agreement', async () => {
    const { browser, id } = await begun();
    const other = await begun();
    await open(other.browser, 'terms');
    await open(browser, 'esign');
    expectError(
      await consent(browser, id, 'terms', { version: '2026-11-26', agreed: true }),
      'agreement_unread',
    );
  });

  test('refuses any version except the current one', async () => {
    const { browser, id } = await begun();
    await open(browser, 'terms');
    for (const version of ['2025-01-01', '', '\ud800', 'x'.repeat(1000)])
      expectError(await consent(browser, id, 'terms', { version, agreed: true }), 'agreement_unread');
  });

  test.each<[object, readonly string[]]>([
    [{ version: 20261101, agreed: true }, ['version']],
    [{ version: '2026-11-26', agreed: 'yes' }, ['agreed']],
    [{ version: null, agreed: null }, ['version', 'agreed']],
  ])('refuses %j', async (json, fields) => {
    const { browser, id } = await begun();
    await open(browser, 'terms');
    const errors = fields.map((field) => ({ field, rule: 'invalid', message: 'Invalid Field' }));
    expectError(await consent(browser, id, 'terms', json), 'validation_failed', errors);
  });

  test.each<object>([
    { agreed: true },
    { version: '2026-11-26' },
    { version: '2026-11-26', agreed: true, agreedDateTime: '2020-01-01T00:00:00Z' },
    { version: '2026-11-26', agreed: true, sha256: 'x' },
  ])('refuses %j as a whole', async (json) => {
    const { browser, id } = await begun();
    await open(browser, 'terms');
    expectError(await consent(browser, id, 'terms', json), 'invalid_request');
  });

  test('responds 404 to an agreement that does not exist', async () => {
    const { browser, id } = await begun();
    expectError(
      await consent(browser, id, 'affiliates', { version: '1', agreed: true }),
      'resource_not_found',
    );
  });

  test('refuses the guarantor’s agreement without a guarantor', async () => {
    const { browser, id } = await begun();
    await open(browser, 'guarantor');
    expectError(await consent(browser, id, 'guarantor', { version: '2026-11-26', agreed: true }), 'conflict');
  });

  test('keeps the evidence of each consent and withdrawal; a repeat adds none', async () => {
    const { browser, id } = await begun();
    await addPerson(browser, id, 'applicant', applicant);
    const { body: shown } = await open(browser, 'terms');
    const never = await consent(browser, id, 'terms', { version: shown.version, agreed: false });
    expect(never.body).toMatchObject({ agreed: false, agreedDateTime: null });
    const first = await consent(browser, id, 'terms', { version: shown.version, agreed: true });
    const again = await consent(browser, id, 'terms', { version: shown.version, agreed: true });
    expect(again.body).toEqual(first.body);
    const back = await consent(browser, id, 'terms', { version: shown.version, agreed: false });
    expect(back.body).toEqual({
      agreement: 'terms',
      version: shown.version,
      agreed: false,
      agreedDateTime: null,
    });
    expect(await consents(browser, id)).toEqual({ terms: false });
    const backAgain = await consent(browser, id, 'terms', { version: shown.version, agreed: false });
    expect(backAgain.body).toEqual(back.body);

    const rows = await server.database.db
      .selectFrom('consent')
      .selectAll()
      .where('application_id', '=', id)
      .where('agreement', '=', 'terms')
      .orderBy('id')
      .execute();
    expect(rows.map(({ agreed }) => agreed)).toEqual([true, false]);
    expect(rows[0]).toMatchObject({
      version: shown.version,
      sha256: shown.sha256,
      void_date_time: null,
    });
    const { database, keys } = server.services;
    const act = { database, keys, applicationId: id, operator: 'ada' };
    const newest = consentTo(await openForOperator(act), 'terms');
    expect(newest).toMatchObject({
      agreed: false,
      ip: browser.address,
      userAgent: 'lightMyRequest',
      signerName: applicant.fullName,
    });
    const opened = rows[0]?.open_date_time?.getTime() ?? Number.POSITIVE_INFINITY;
    expect(opened).toBeLessThanOrEqual(rows[0]?.agreed_date_time.getTime() ?? 0);
  });

  test('can always be withdrawn, even if the text has changed since', async () => {
    const { browser, id } = await begun();
    await addPerson(browser, id, 'applicant', applicant);
    await agree(browser, id, 'controlling-party');
    await addPerson(browser, id, 'owner', owner);
    const json = { version: shippedVersion('controlling-party'), agreed: false };
    const reply = await consent(browser, id, 'controlling-party', json);
    expect(reply.status).toBe(200);
  });
});

describe('a consent is void once what it depends on has changed', () => {
  test.each<
    [string, (browser: ApiClient, ids: { id: string; person: string; owner: string }) => unknown, object]
  >([
    [
      'an additional owner',
      (browser, { id }) => addPerson(browser, id, 'owner', { fullName: 'Ivy' }),
      { 'controlling-party': false },
    ],
    [
      'a removed owner',
      (browser, ids) => browser.send('DELETE', `/personnel/${ids.owner}`),
      { 'controlling-party': false },
    ],
    [
      'another share',
      (browser, ids) => browser.send('PATCH', `/personnel/${ids.owner}`, { json: { percentageOwned: 30 } }),
      { 'controlling-party': false },
    ],
    [
      'another name',
      (browser, ids) => browser.send('PATCH', `/personnel/${ids.person}`, { json: { fullName: 'Zoe' } }),
      { 'controlling-party': false },
    ],
    [
      'a removed guarantor',
      (browser, { id }) => change(browser, id, { applicationData: { guarantorId: null } }),
      { guarantor: false },
    ],
    [
      'another legal form',
      (browser, { id }) => change(browser, id, { applicationData: { organizationType: 'municipality' } }),
      // A municipality needs no guarantor, which makes the guarantor's consent void. If a guarantor is required again, the
      // guarantor must consent again (D16).
      { guarantor: false, 'controlling-party': false },
    ],
    [
      'another email',
      (browser, { id }) => change(browser, id, { applicationData: { email: 'x@example.com' } }),
      {},
    ],
    [
      'another phone',
      (browser, ids) => browser.send('PATCH', `/personnel/${ids.owner}`, { json: { phoneNumber: null } }),
      {},
    ],
  ])('%s', async (_, act, voided) => {
    const browser = server.client();
    const { id, applicant: person, owners } = await prepare(browser);
    await act(browser, { id, person: person.id, owner: owners[0]?.id ?? '' });
    const all = { esign: true, terms: true, guarantor: true, 'controlling-party': true };
    expect(await consents(browser, id)).toEqual({ ...all, ...voided });
  });

  test('and submit reports it as unread until it is read and agreed to again', async () => {
    const browser = server.client();
    const { id, owners } = await prepare(browser);
    await browser.send('PATCH', `/personnel/${owners[0]?.id}`, { json: { percentageOwned: 30 } });
    const refused = await submit(browser, id);
    expectError(refused, 'agreement_unread');
    expect(refused.body).toMatchObject({ detail: unread });
    const json = { version: shippedVersion('controlling-party'), agreed: true };
    expectError(await consent(browser, id, 'controlling-party', json), 'agreement_unread');
    await agree(browser, id, 'controlling-party');
    expect((await submit(browser, id)).status).toBe(200);
  });

  test('and stays void after the change is undone', async () => {
    const browser = server.client();
    const { id, owners } = await prepare(browser);
    for (const percentageOwned of [30, 40])
      await browser.send('PATCH', `/personnel/${owners[0]?.id}`, { json: { percentageOwned } });
    expect(await consents(browser, id)).toMatchObject({ 'controlling-party': false });
    const json = { version: shippedVersion('controlling-party'), agreed: true };
    expect((await consent(browser, id, 'controlling-party', json)).status).toBe(200);
  });
});

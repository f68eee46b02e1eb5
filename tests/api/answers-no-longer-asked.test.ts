/**
 * Tests that once a later answer has made an answer void, the void answer is not stored, counted or delivered (D6, D13, D16,
 * D17).
 */
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import type { Application } from '../../api/application.ts';
import type { ProblemDetails } from '../../api/error.ts';
import type { Personnel } from '../../api/personnel.ts';
import { readSubmission } from '../../server/applications/submission-record.ts';
import { buildDelivery } from '../../server/delivery/provider-delivery.ts';
import { readEvidence } from '../../server/evidence/evidence-package.ts';
import type { ApiClient } from '../support/api-client.ts';
import { apiClient } from '../support/api-client.ts';
import { operatorOf } from '../support/operator-call.ts';
import { change as changeSettings, folderCopy } from '../support/programs.ts';
import { rewriteAnswers } from '../support/rewrite-answers.ts';
import {
  addPerson,
  agree,
  applicant,
  authorizedUser,
  begun,
  change,
  expected,
  prepare,
  submit,
} from '../support/sample-application.ts';
import type { TestServer } from '../support/test-server.ts';
import { startTestServer } from '../support/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ env: { LIMITS_FACTOR: '1000' } });
});
afterAll(() => server.stop());

/** Returns the content of the delivery that the provider receives for a submitted application. */
async function delivered(id: string, { services }: TestServer = server) {
  const program = services.programs.byHost.get('demo.localhost');
  if (!program) throw new Error('no program');
  return buildDelivery(id, await readSubmission(services, id), program);
}

async function read(client: ApiClient, id: string): Promise<Application> {
  return expected(200, await client.send<Application>('GET', `/application/${id}`));
}

/** Returns a client that calls another server in the same session. Both servers use the same store. */
function sameTab({ webSessionId, cookies, address }: ApiClient, { app }: TestServer): ApiClient {
  const tab = apiClient(app, { cookies, address });
  const send: ApiClient['send'] = (method, path, call) =>
    tab.send(method, path, { ...call, headers: { 'x-web-session-id': webSessionId, ...call?.headers } });
  return { ...tab, webSessionId, send };
}

async function eventsOf(id: string): Promise<{ type: string; detail: unknown }[]> {
  return server.database.db
    .selectFrom('audit_event')
    .select(['type', 'detail'])
    .where('application_id', '=', id)
    .orderBy('sequence')
    .execute();
}

const shareOf = ({ personnel }: Pick<Application, 'personnel'>) =>
  personnel?.find(({ personnelType }) => personnelType === 'applicant')?.percentageOwned;

const toType = (organizationType: string) => ({ applicationData: { organizationType } });

/**
 * The answers for an LLC whose applicant owns 40% and whose other owners each own less than 25%. No one has agreed to anything
 * yet.
 */
const soloLlc = {
  applicant: { percentageOwned: 40 },
  owners: [],
  disclosures: { noOtherOwners: true },
  agreements: [],
};

/** Agrees to all required agreements and submits the application. */
async function agreeAndSubmit(client: ApiClient, id: string): Promise<void> {
  const { applicationData } = await read(client, id);
  const guarantor = applicationData.guarantorId ? ['guarantor'] : [];
  for (const agreement of ['esign', 'terms', ...guarantor, 'controlling-party'])
    await agree(client, id, agreement);
  expected(200, await submit(client, id));
}

describe.each([
  ['sole_proprietorship', 100],
  ['municipality', 0],
  ['non_profit', 0],
])('the share of an LLC’s applicant, after a change of the business to a %s', (type, implied) => {
  test('is erased, which the audit trail records, and is asked for again after a change back to an LLC', async () => {
    const client = server.client();
    const { id, applicant: person } = await prepare(client, soloLlc);
    await change(client, id, toType(type));
    expect(shareOf(await read(client, id))).toBeNull();
    expect(await eventsOf(id)).toContainEqual({
      type: 'person_changed',
      detail: { personnelId: person.id, fields: ['percentageOwned'] },
    });
    await change(client, id, toType('llc'));
    const again = await read(client, id);
    expect(shareOf(again)).toBeNull();
    expect(again.disclosures.noOtherOwners).toBe(false);
    const refused = await client.send<ProblemDetails>('POST', `/application/${id}/submit`);
    expect(refused.body.errors).toContainEqual({
      field: `personnel.${person.id}.percentageOwned`,
      rule: 'required',
      message: 'Required Field',
    });
  });

  test(`is delivered and exported as ${implied}`, async () => {
    const client = server.client();
    const { id } = await prepare(client, soloLlc);
    await change(client, id, toType(type));
    await agreeAndSubmit(client, id);
    const { snapshot, evidence } = await delivered(id);
    expect(snapshot.personnel.map((person) => person['percentageOwned'])).toEqual([implied]);
    expect(snapshot.disclosures.noOtherOwners).not.toBe(true);
    expect(evidence.certification.owners).toEqual([]);
    const packaged = await readEvidence(server.services, id);
    expect(JSON.stringify(packaged.answers)).not.toContain('40%');

    const { files } = await operatorOf(server)(['applications', 'export', '--format', 'json']);
    const exported = JSON.parse(files[0]?.bytes.toString('utf8') ?? '') as Application[];
    expect(shareOf(exported.find((one) => one.id === id) ?? {})).toBe(implied);
  });

  test(`is not stored if a client sends it, and is delivered as ${implied} although it was never asked for`, async () => {
    const client = server.client();
    const { id, applicant: person } = await prepare(client, {
      ...soloLlc,
      ...toType(type),
      disclosures: {},
    });
    expect(person.percentageOwned).toBeNull();
    const json = { percentageOwned: 30 };
    const patched = await client.send<Personnel>('PATCH', `/personnel/${person.id}`, { json });
    expect(patched).toMatchObject({ status: 200, body: { percentageOwned: null } });
    await agreeAndSubmit(client, id);
    expect((await delivered(id)).snapshot.personnel[0]?.['percentageOwned']).toBe(implied);
  });

  test('is not delivered for a draft that was stored with it', async () => {
    const client = server.client();
    const { id, applicant: person } = await prepare(client, { ...soloLlc, ...toType(type), disclosures: {} });
    await rewriteAnswers(server.services, id, {
      disclosures: { noOtherOwners: true },
      personnel: { [person.id]: { percentageOwned: 40 } },
    });
    await agreeAndSubmit(client, id);
    const { snapshot } = await delivered(id);
    expect(snapshot.personnel[0]?.['percentageOwned']).toBe(implied);
    expect(snapshot.disclosures.noOtherOwners).not.toBe(true);
    expect(shareOf(await read(client, id))).toBeNull();
  });
});

test('owners stored with a draft are not delivered if the legal form has none', async () => {
  const client = server.client();
  const { id } = await prepare(client, { agreements: [] });
  await rewriteAnswers(server.services, id, {
    applicationData: { organizationType: 'sole_proprietorship' },
  });
  await agreeAndSubmit(client, id);
  const { snapshot } = await delivered(id);
  expect(snapshot.personnel.map((person) => [person.personnelType, person['percentageOwned']])).toEqual([
    ['applicant', 100],
  ]);
  expect((await read(client, id)).personnel).toHaveLength(1);
});

describe('the statement that no one else owns 25% or more (D17)', () => {
  test('is withdrawn once the claimed shares make it unnecessary, and is asked for again later', async () => {
    const client = server.client();
    const { id, applicant: person } = await prepare(client, soloLlc);
    const share = async (percentageOwned: number) => {
      expected(200, await client.send('PATCH', `/personnel/${person.id}`, { json: { percentageOwned } }));
      return (await read(client, id)).disclosures.noOtherOwners;
    };
    expect(await share(50)).toBe(true);
    expect(await share(80)).toBe(false);
    expect((await eventsOf(id)).at(-1)).toEqual({
      type: 'answers_changed',
      detail: { fields: ['disclosures.noOtherOwners'] },
    });
    expect(await share(40)).toBe(false);
  });

  test('is withdrawn when an owner is added or removed, which the audit trail records', async () => {
    const { browser, id } = await begun(server.client());
    await addPerson(browser, id, 'applicant', { percentageOwned: 10 });
    await change(browser, id, { disclosures: { noOtherOwners: true } });
    const added = await addPerson(browser, id, 'owner', { fullName: 'Ned', percentageOwned: 30 });
    expect((await eventsOf(id)).slice(-2)).toEqual([
      { type: 'person_added', detail: { personnelId: added.id, personnelType: 'owner' } },
      { type: 'answers_changed', detail: { fields: ['disclosures.noOtherOwners'] } },
    ]);
    await change(browser, id, { disclosures: { noOtherOwners: true } });
    expected(204, await browser.send('DELETE', `/personnel/${added.id}`));
    expect((await read(browser, id)).disclosures.noOtherOwners).toBe(false);
  });
});

describe('the guarantee (D16)', () => {
  test('is asked for again if it was required and no longer is', async () => {
    const client = server.client();
    const { id, applicant: person } = await prepare(client, { ...soloLlc, agreements: ['guarantor'] });
    const changed = await change(client, id, toType('municipality'));
    expect(changed.applicationData.guarantorId).toBeNull();
    expect(changed.consents).toContainEqual(
      expect.objectContaining({ agreement: 'guarantor', agreed: false }),
    );
    const wished = await change(client, id, { applicationData: { guarantorId: person.id } });
    expect(wished.applicationData.guarantorId).toBe(person.id);
    expect((await change(client, id, toType('non_profit'))).applicationData.guarantorId).toBe(person.id);
  });

  test('is withdrawn with the applicant who gave it, which the audit trail records', async () => {
    const client = server.client();
    const { id, applicant: person } = await prepare(client, soloLlc);
    expected(204, await client.send('DELETE', `/personnel/${person.id}`));
    await addPerson(client, id, 'applicant', { ...applicant, percentageOwned: 40 });
    expect((await read(client, id)).applicationData.guarantorId).toBeNull();
    expect((await eventsOf(id)).slice(-4)).toEqual([
      { type: 'person_removed', detail: { personnelId: person.id } },
      { type: 'answers_changed', detail: { fields: ['applicationData.guarantorId'] } },
      { type: 'answers_changed', detail: { fields: ['disclosures.noOtherOwners'] } },
      expect.objectContaining({ type: 'person_added' }),
    ]);
  });
});

test('an answer or consent that a program hides later is neither stored nor delivered (D13)', async () => {
  const folder = await folderCopy();
  await changeSettings(folder, 'demo/program.json', {
    fields: {
      'application.dba': { hidden: true },
      'disclosures.affiliates': { hidden: true },
      'authorizedUser.ssn': { hidden: true },
    },
  });
  const before = server.client();
  const disclosures = { noOtherOwners: true, affiliates: true };
  const { id } = await prepare(before, { ...soloLlc, disclosures });
  const user = await addPerson(before, id, 'authorized_user', authorizedUser);
  expect(user.ssnLast4).toBe('9953');

  const later = await startTestServer({
    database: server.database,
    env: { LIMITS_FACTOR: '1000', PROGRAMS_DIR: folder },
  });
  onTestFinished(later.stop);
  const client = sameTab(before, later);
  await agreeAndSubmit(client, id);
  const { snapshot, evidence } = await delivered(id, later);
  expect(snapshot.applicationData['dba']).toBeNull();
  expect(snapshot.disclosures.affiliates).toBeUndefined();
  expect(snapshot.personnel[1]).toMatchObject({ personnelType: 'authorized_user', ssn: null });
  const consent = evidence.consents.find(({ agreement }) => agreement === 'affiliates');
  expect(consent?.voidDateTime).not.toBeNull();
  expect(JSON.stringify(evidence.answers)).not.toMatch(/affiliates|Trade name/);
  const kept = await read(client, id);
  expect(kept.applicationData.dba).toBeNull();
  expect(kept.disclosures.affiliates).toBe(false);
  expect(kept.personnel?.[1]?.ssnLast4).toBeNull();
});

test('an answer that a program hides is not stored if a client sends it (D13)', async () => {
  const folder = await folderCopy();
  const fields = { 'application.dba': { hidden: true } };
  await changeSettings(folder, 'demo/program.json', { fields });
  const hiding = await startTestServer({
    database: server.database,
    env: { LIMITS_FACTOR: '1000', PROGRAMS_DIR: folder },
  });
  onTestFinished(hiding.stop);
  const { browser, id } = await begun(hiding.client());
  const { applicationData } = await change(browser, id, { applicationData: { dba: 'Larkspur' } });
  expect(applicationData.dba).toBeNull();
});

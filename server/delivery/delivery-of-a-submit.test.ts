/** Tests the email and the delivery that arrive after an application is submitted. */
import { createHash } from 'node:crypto';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { JWK } from 'jose';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { TestStore } from '../../tests/support/database.ts';
import { testStores } from '../../tests/support/database.ts';
import { forbidInLogs } from '../../tests/support/forbid-in-logs.ts';
import { openedDelivery } from '../../tests/support/opened-delivery.ts';
import type { Variation } from '../../tests/support/sample-application.ts';
import {
  applicant,
  authorizedUser,
  business,
  canaries,
  expected,
  keptSamplePdf,
  owner,
  prepare,
  prepareWhole,
  submit,
} from '../../tests/support/sample-application.ts';
import { startTestServer } from '../../tests/support/test-server.ts';
import type { TestSmtp } from '../../tests/support/test-smtp.ts';
import { headerOf, readable, smtpRejection, startTestSmtp } from '../../tests/support/test-smtp.ts';
import type { Delivery } from './provider-delivery.ts';

/** The sample's answers that identify a person, except the email address, which the confirmation email needs as its recipient. */
const people: Readonly<Record<string, string>> = {
  businessName: business.businessName,
  applicant: applicant.fullName,
  owner: owner.fullName,
  street: applicant.addressLine,
};

interface Options {
  readonly host?: string;
  readonly variation?: Variation;
  readonly smtp?: TestSmtp;
  /** Whether the application has a document and an authorized user. */
  readonly whole?: boolean;
}

/** Starts a server, submits an application to it, and waits until the outbox has no due jobs. */
async function submitted(store: TestStore, { host, variation, smtp, whole = false }: Options = {}) {
  const log = forbidInLogs({ ...canaries, ...people, email: applicant.email });
  const server = await startTestServer({
    store,
    log,
    ...(smtp && { env: { SMTP_URL: `smtp://${smtp.address}` } }),
  });
  onTestFinished(server.stop);
  const client = server.client(host);
  const { id } = await (whole ? prepareWhole(client) : prepare(client, variation));
  const application = expected(200, await submit(client, id));
  await server.outbox.runOnce();
  return { application, client, server, log, dataDir: server.database.dataDir };
}

/** Returns every delivery in a data folder, decrypted with the demo provider's private key. */
async function deliveriesIn(dataDir: string): Promise<Delivery[]> {
  const folder = join(dataDir, 'deliveries');
  const key = JSON.parse(await readFile(join(folder, 'keys', 'quillbrook.private.jwk'), 'utf8')) as JWK;
  const names = (await readdir(folder)).filter((name) => name !== 'keys');
  const opened = names.map(async (name) => {
    const { header, content } = await openedDelivery(await readFile(join(folder, name), 'utf8'), key);
    expect(header).toMatchObject({ alg: 'RSA-OAEP-256', enc: 'A256GCM', kid: key.kid });
    expect(name).toBe(`${content.id}.jwe`);
    return content;
  });
  return Promise.all(opened);
}

async function onlyDelivery(dataDir: string): Promise<Delivery> {
  const [delivery, ...others] = await deliveriesIn(dataDir);
  if (!delivery || others.length > 0) throw new Error(`${others.length} other deliveries`);
  return delivery;
}

async function onlyMail(dataDir: string): Promise<string> {
  const [name = '', ...others] = await readdir(join(dataDir, 'mail'));
  expect(others).toEqual([]);
  return readable(await readFile(join(dataDir, 'mail', name)));
}

async function filesUnder(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
}

describe.each(await testStores())('a submitted application on $name', (store) => {
  test('reaches the provider as it was typed', async () => {
    const { application, dataDir } = await submitted(store, { whole: true });
    const delivery = await onlyDelivery(dataDir);
    expect(delivery).toMatchObject({
      version: 1,
      applicationId: application.id,
      referenceNumber: application.referenceNumber,
      program: { domainKey: 'demo', name: 'Demo' },
      storeId: application.storeId,
      provider: { providerId: 'quillbrook' },
      status: 'submitted',
      submittedDateTime: application.submittedDateTime,
    });
    const { applicationData, disclosures, personnel } = delivery.snapshot;
    const typedBusiness = { ...business, taxId: canaries.taxId, addressState: 'MN' };
    expect(applicationData).toEqual({
      ...typedBusiness,
      guarantorId: personnel[0]?.id,
      taxIdKind: null,
      billingAddressLine: business.addressLine,
      billingCity: business.addressCity,
      billingState: 'MN',
      billingPostalCode: business.addressPostalCode,
    });
    expect(disclosures).toEqual({ shareInformation: true, authority: true, noOtherOwners: false });
    const addressPostalCode = '78701';
    expect(personnel.map(({ id: _id, ...answers }) => answers)).toEqual([
      {
        personnelType: 'applicant',
        ...applicant,
        ssn: canaries.applicantSsn,
        phoneNumber: '2025550123',
        addressPostalCode,
      },
      { personnelType: 'owner', ...owner, phoneNumber: '2025550188', addressPostalCode },
      { personnelType: 'authorized_user', ...authorizedUser, addressPostalCode },
    ]);

    const [document, ...others] = delivery.documents;
    const bytes = Buffer.from(document?.content ?? '', 'base64');
    expect(others).toEqual([]);
    const kept = await keptSamplePdf();
    expect(bytes).toEqual(kept);
    expect(document).toMatchObject({
      documentType: 'proof_of_entity',
      contentType: 'application/pdf',
      size: kept.byteLength,
      sha256: createHash('sha256').update(kept).digest('hex'),
    });

    const { consents, certification } = delivery.evidence;
    expect(consents.map(({ agreement, agreed }) => [agreement, agreed])).toEqual([
      ['controlling-party', true],
      ['esign', true],
      ['guarantor', true],
      ['share-information', true],
      ['terms', true],
    ]);
    expect(consents[0]).toMatchObject({ signerName: applicant.fullName });
    expect(certification.owners).toEqual([
      { name: applicant.fullName, percent: 60 },
      { name: owner.fullName, percent: 40 },
    ]);
  });

  test('is confirmed to the applicant, with the reference number and none of the answers', async () => {
    const { dataDir, application } = await submitted(store);
    const mail = await onlyMail(dataDir);
    expect(headerOf(mail, 'From')).toBe('Quillbrook Bank <cards@quillbrook.example>');
    expect(headerOf(mail, 'To')).toBe(applicant.email);
    expect(mail).toContain(`Reference number: ${application.referenceNumber}`);
    expect(mail).toContain('Demo Commercial Credit Card');
    for (const value of Object.values({ ...canaries, ...people })) expect(mail).not.toContain(value);
  });

  test('leaves no sensitive value in a file or a log, and no person in a file name', async () => {
    const { dataDir, log } = await submitted(store, { whole: true });
    const files = [
      ...(await filesUnder(join(dataDir, 'mail'))),
      ...(await filesUnder(join(dataDir, 'deliveries'))),
    ];
    const id = '[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}';
    const allowed = new RegExp(
      `^(mail/${id}\\.eml|deliveries/(${id}\\.jwe|keys/quillbrook\\.(public|private)\\.jwk))$`,
    );
    expect(files).toHaveLength(4);
    for (const file of files) {
      expect(file.slice(dataDir.length + 1)).toMatch(allowed);
      expect((await stat(file)).mode & 0o777).toBe(0o600);
      const content = readable(await readFile(file));
      for (const [name, value] of Object.entries(canaries))
        expect([name, content.includes(value)]).toEqual([name, false]);
    }
    expect(log.lines.some((line) => line.includes('"sent"'))).toBe(true);
    expect(log.leaks).toEqual([]);
  });

  test('leaves no address or name in the log or the database if its mail fails', async () => {
    const smtp = await startTestSmtp({
      onMail: () => {
        throw smtpRejection(550, `No ${applicant.email} here, ${applicant.fullName}`);
      },
    });
    const { server, log } = await submitted(store, { smtp });
    const rows = await server.database.db.selectFrom('outbox').select('last_error').execute();
    expect(rows.map(({ last_error }) => last_error).sort()).toEqual(['EMESSAGE 550', null]);
    expect(log.lines.some((line) => line.includes('could not be sent'))).toBe(true);
    expect(log.leaks).toEqual([]);
  });

  test('that still needs proof is delivered at once, and the mail says how to send it', async () => {
    const { dataDir } = await submitted(store, { host: 'yard-card.localhost' });
    expect(await onlyDelivery(dataDir)).toMatchObject({ status: 'pending', documents: [] });
    const mail = await onlyMail(dataDir);
    expect(mail).toContain('Articles of organization');
    expect(mail).toContain('Take a copy of');
  });

  test('keeps a different billing address', async () => {
    const billing = {
      billingAddressLine: 'PO Box 7740',
      billingCity: 'Fargo',
      billingState: 'ND',
      billingPostalCode: '58102',
    };
    const { dataDir } = await submitted(store, { variation: { applicationData: billing } });
    expect((await onlyDelivery(dataDir)).snapshot.applicationData).toMatchObject(billing);
  });

  test('is mailed through the mail server if there is one, and not into a file', async () => {
    const smtp = await startTestSmtp();
    const { dataDir } = await submitted(store, { smtp });
    expect(smtp.received).toMatchObject([{ to: [applicant.email], from: 'cards@quillbrook.example' }]);
    expect(await readdir(dataDir)).not.toContain('mail');
  });
});

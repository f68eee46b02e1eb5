/**
 * `node scripts/application-to-bank.ts` sends one application through a new installation of the built server to the bank. Checks
 * the API, the email, the delivery, the evidence and the audit trail. Needs python3, openssl, pdftotext (poppler-utils) and qpdf.
 * Exits with 1 if a step fails.
 */
import { equal, match, ok } from 'node:assert/strict';
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { createPrivateKey } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { pino } from 'pino';
import { openDatabase } from '../server/db/database.ts';
import { freePort } from '../tests/support/free-port.ts';
import { httpClient } from '../tests/support/http-client.ts';
import {
  addDocument,
  applicant,
  business,
  canaries,
  expected,
  keptSamplePdf,
  owner,
  prepare,
  submit,
} from '../tests/support/sample-application.ts';
import { openSmtp } from '../tests/support/test-smtp.ts';
import { buildPage, buildServer } from './build.ts';

const step = (text: string) => console.log(`✓ ${text}`);

/** Calls `look` repeatedly until it returns a value, and returns that value. Throws after 30 s. */
async function soon<T>(what: string, look: () => Promise<T | undefined> | T | undefined): Promise<T> {
  for (let time = 0; time < 300; time += 1) {
    const found = await look();
    if (found !== undefined) return found;
    await pause(100);
  }
  throw new Error(`No ${what} within 30 s.`);
}

/** Decrypts a delivery as a provider could, with only Python and openssl. */
async function opened(
  dataDir: string,
  senderKeys: string,
  jweFile: string,
): Promise<{ id: string; snapshot: Snapshot }> {
  const keys = join(dataDir, 'deliveries', 'keys');
  const name = (await readdir(keys)).find((file) => file.endsWith('.private.jwk')) ?? '';
  const jwk = JSON.parse(await readFile(join(keys, name), 'utf8'));
  const pem = join(dataDir, 'provider.pem');
  const privateKey = createPrivateKey({ key: jwk, format: 'jwk' });
  await writeFile(pem, privateKey.export({ type: 'pkcs8', format: 'pem' }), { mode: 0o600 });
  const body = await readFile(jweFile, 'utf8');
  const receiver = ['tests/support/receiver.py', pem, senderKeys, 'quillbrook', '0'];
  const input = JSON.stringify({ headers: {}, body });
  return JSON.parse(
    execFileSync('python3', receiver, { input, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 }),
  );
}

interface Snapshot {
  readonly applicationData: Readonly<Record<string, unknown>>;
  readonly personnel: readonly Readonly<Record<string, unknown>>[];
}

buildPage();
buildServer();
const dataDir = await mkdtemp(join(tmpdir(), 'application-to-bank-'));
const mailServer = await openSmtp();
const port = await freePort();
const env = {
  PATH: process.env['PATH'] ?? '',
  DATA_DIR: dataDir,
  HOST: '127.0.0.1',
  PORT: String(port),
  SMTP_URL: `smtp://${mailServer.address}`,
};

function operator(...args: string[]): { readonly status: number | null; readonly output: string } {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['dist/server/operator/main.js', ...args], {
    env,
    encoding: 'utf8',
  });
  return { status, output: stdout + stderr };
}

const server = spawn(process.execPath, ['dist/server/start/main.js'], { env, stdio: 'ignore' });
try {
  const origin = `http://127.0.0.1:${port}`;
  await soon('server', () =>
    fetch(`${origin}/health/ready`).then(
      ({ ok: isReady }) => isReady || undefined,
      () => undefined,
    ),
  );
  step('a fresh installation is ready');

  const client = httpClient(origin);
  const { id } = await prepare(client);
  await addDocument(client, id);
  const { referenceNumber } = expected(200, await submit(client, id));
  const reference = referenceNumber ?? '';
  match(reference, /^[A-Z]{4}-\d{4}-\d{4}$/);
  step(`submitted: ${reference}`);

  const mail = await soon('email', () => mailServer.received[0]?.raw);
  ok(mail.includes(reference) && mail.includes(applicant.email));
  for (const value of Object.values(canaries))
    ok(!mail.includes(value), 'the email contains a sensitive value');
  step('the email arrived, and contains no sensitive value');

  const folder = join(dataDir, 'deliveries');
  const jwe = await soon('delivery', async () =>
    (await readdir(folder).catch(() => [])).find((file) => file.endsWith('.jwe')),
  );
  const senderKeys = join(dataDir, 'delivery-keys.json');
  equal(operator('delivery-keys', 'export', '--out', senderKeys).status, 0);
  const delivery = await opened(dataDir, senderKeys, join(folder, jwe));
  const { applicationData, personnel } = delivery.snapshot;
  equal(applicationData['taxId'], canaries.taxId);
  equal(applicationData['businessName'], business.businessName);
  equal(applicationData['annualSalesAmount'], business.annualSalesAmount);
  const byName = (name: string) => personnel.find(({ fullName }) => fullName === name);
  equal(byName(applicant.fullName)?.['ssn'], canaries.applicantSsn);
  equal(byName(applicant.fullName)?.['dateOfBirth'], canaries.applicantBirth);
  equal(byName(owner.fullName)?.['ssn'], canaries.ownerSsn);
  ok(
    JSON.stringify(delivery).includes((await keptSamplePdf()).toString('base64')),
    'the document is not in the delivery',
  );
  step('Python and openssl verified and decrypted the delivery, which matches the answers');

  const pdf = join(dataDir, 'evidence.pdf');
  const evidenceJson = join(dataDir, 'evidence.json');
  for (const [format, out] of Object.entries({ 'evidence-pdf': pdf, 'evidence-json': evidenceJson })) {
    const options = ['--format', format, '--reference', reference, '--out', out];
    const exported = operator('applications', 'export', ...options);
    equal(exported.status, 0, exported.output);
  }
  const checked = spawnSync('qpdf', ['--check', pdf], { encoding: 'utf8' });
  equal(checked.status, 0, checked.stdout + checked.stderr);
  const text = execFileSync('pdftotext', ['-layout', pdf, '-'], { encoding: 'utf8' });
  for (const name of [business.businessName, applicant.fullName, owner.fullName, reference])
    ok(text.includes(name), `the evidence does not name ${name}`);
  const evidence = JSON.parse(await readFile(evidenceJson, 'utf8'));
  for (const { version, sha256 } of evidence.consents)
    ok(text.includes(version) && text.includes(sha256), `the evidence lacks ${version} ${sha256}`);
  for (const value of [canaries.taxId, canaries.applicantSsn, canaries.income])
    ok(!text.includes(value), 'the evidence shows a sensitive value');
  step('the evidence PDF is valid, and contains the names, versions and hashes');

  const verified = operator('audit', 'verify');
  equal(verified.status, 0, verified.output);
  step(`the audit trail is intact: ${verified.output.trim()}`);

  server.kill('SIGTERM');
  await once(server, 'exit');
  const log = pino({ level: 'silent' });
  const database = await openDatabase({ dataDir, log });
  await sql`alter table audit_event disable trigger all`.execute(database.db);
  await sql`update audit_event set hash = set_byte(hash, 7, get_byte(hash, 7) # 1)
    where application_id = ${id} and sequence = 3`.execute(database.db);
  await sql`alter table audit_event enable trigger all`.execute(database.db);
  await database.close();
  const found = operator('audit', 'verify');
  equal(found.status, 3, found.output);
  match(found.output, new RegExp(`${id}|${reference}`));
  step(`the check finds one altered byte: ${found.output.trim()}`);
} finally {
  if (server.exitCode === null) server.kill('SIGKILL');
  await mailServer.close();
  await rm(dataDir, { recursive: true, force: true });
}

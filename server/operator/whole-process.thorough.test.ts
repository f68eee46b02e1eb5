/**
 * Follows a pending application from its start key to its decision with the real operator process, with and without a running
 * server. Other tests call commands inside the server, because starting a process takes a second of CPU time.
 */
import { existsSync } from 'node:fs';
import { readFile, stat, writeFile } from 'node:fs/promises';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { freshFolder, testStores } from '../../tests/support/database.ts';
import { operatorOf } from '../../tests/support/operator-call.ts';
import { startInstallation } from '../../tests/support/operator-installation.ts';
import {
  canaries,
  expected,
  keptSamplePdf,
  prepare,
  samplePdf,
  submit,
} from '../../tests/support/sample-application.ts';
import { withOpenReason } from '../security/sealed-reasons.ts';

/** Each call starts a process, which may have to wait for the CPU on a busy machine. */
vi.setConfig({ testTimeout: 180_000 });

describe.each(await testStores())('the operator on $name', (store) => {
  test('does the daily work while a server runs, and after it has stopped', async () => {
    const { server, client, operator, stop } = await startInstallation(store);
    const { db } = server.services.database;
    const inside = operatorOf(server);
    const issued = await operator('keys', 'issue', '--program', 'yard-card', '--store', '87654321');
    expect(issued).toMatchObject({ exitCode: 0, stderr: '' });
    expect(issued.stdout).toMatch(/^\d{4}-\d{4}-\d{4}-\d{4}\n$/);

    const applicant = client('yard-card.localhost');
    await applicant.start(`/apply/start/${issued.stdout.trim()}`);
    const { id } = await prepare(applicant);
    const application = expected(200, await submit(applicant, id));
    const reference = application.referenceNumber ?? '';
    expect(application).toMatchObject({ status: 'pending', storeId: '87654321' });

    const shown = await operator('applications', 'show', reference);
    expect(shown).toMatchObject({ exitCode: 0, stderr: '' });
    expect(shown.stdout).toMatch(/•••-••-7731/);
    for (const value of Object.values(canaries)) expect(shown.stdout).not.toContain(value);
    const reason = 'Bureau returned no match';
    const revealed = await operator('applications', 'show', id, '--json', '--reveal', '--reason', reason);
    expect(revealed.json()).toMatchObject({
      applicationData: { taxId: canaries.taxId },
      personnel: [{ ssn: canaries.applicantSsn, dateOfBirth: canaries.applicantBirth }, {}],
    });

    const folder = await freshFolder();
    const articles = join(folder, 'articles.pdf');
    await writeFile(articles, samplePdf);
    const added = await operator('documents', 'add', reference, articles, '--json');
    expect(added).toMatchObject({ exitCode: 0, stderr: '' });
    const { document } = added.json<{ document: { id: string; fileName: string } }>();
    expect(document.fileName).toBe('articles.pdf');
    const copy = join(folder, 'copy.pdf');
    const got = await operator('documents', 'get', document.id, '--reason', 'Check', '--out', copy);
    expect(got).toMatchObject({ exitCode: 0, stderr: `Wrote ${copy}\n` });
    expect(await readFile(copy)).toEqual(await keptSamplePdf());
    expect((await stat(copy)).mode & 0o777).toBe(0o600);

    await server.outbox.runOnce();
    const sent = await inside(['deliveries', 'list']);
    expect(sent.data).toMatchObject({
      deliveries: ['documents', 'delivery', 'mail'].map((kind) => ({ kind, state: 'sent', attempts: 1 })),
    });
    expect(await inside(['encryption', 'rotate'])).toMatchObject({ exitCode: 0 });
    const backup = join(folder, 'backup.tar.gz');
    if (store.name === 'embedded')
      expect(await operator('store', 'backup', '--out', 'backup.tar.gz')).toMatchObject({ exitCode: 64 });
    const backedUp = await operator('store', 'backup', '--out', backup);
    expect(backedUp).toMatchObject({ exitCode: store.name === 'embedded' ? 0 : 1 });
    expect(existsSync(backup)).toBe(store.name === 'embedded');

    expect(await operator('applications', 'decide', id, '--approve')).toMatchObject({
      exitCode: 0,
      stdout: `${reference} is approved.\n`,
    });
    expect(await operator('applications', 'decide', id, '--decline')).toMatchObject({
      exitCode: 4,
      stdout: '',
    });

    const events = await db
      .selectFrom('audit_event')
      .select(['type', 'detail'])
      .where('application_id', '=', id)
      .orderBy('sequence')
      .execute();
    const { username } = userInfo();
    const ofOperator = events
      .filter(({ detail }) => 'operator' in detail)
      .map(({ type, detail }) => ({
        type,
        detail: withOpenReason(server.services.hashKey, id, detail),
      }));
    expect(ofOperator).toMatchObject([
      { type: 'shown', detail: { operator: username } },
      { type: 'shown', detail: { operator: username, reason } },
      { type: 'document_added', detail: { operator: username, documentId: document.id } },
      { type: 'shown', detail: { operator: username, documentId: document.id } },
      { type: 'decided', detail: { operator: username, status: 'approved' } },
    ]);
    expect(ofOperator[1]?.detail['fields']).toContain('applicationData.taxId');
    for (const value of Object.values(canaries)) expect(JSON.stringify(events)).not.toContain(value);

    const piped = await operator('applications', 'export', '--format', 'csv', '--out', '-');
    expect(piped).toMatchObject({ exitCode: 0, stderr: '1 application.\n' });
    expect(piped.stdout.split('\r\n')).toEqual([
      expect.stringMatching(/^"id"/),
      expect.stringContaining(reference),
      '',
    ]);
    const taken = join(folder, `evidence-${reference}.pdf`);
    await writeFile(taken, 'mine');
    const refused = await operator('applications', 'export', '--format', 'evidence-pdf', '--out', folder);
    expect(refused).toMatchObject({ exitCode: 1, stdout: '', stderr: expect.stringContaining('--force') });
    expect(await readFile(taken, 'utf8')).toBe('mine');

    const heads = join(folder, 'heads.jsonl');
    expect(await operator('audit', 'heads', '--out', heads)).toMatchObject({ exitCode: 0 });
    expect(await operator('audit', 'verify', heads)).toMatchObject({ exitCode: 0, stderr: '' });
    expect((await inside(['audit', 'show', reference])).text).toContain('decided');
    expect(await inside(['encryption', 'status'])).toMatchObject({ exitCode: 0 });
    expect(await inside(['retention', 'run', '--dry-run'])).toMatchObject({ exitCode: 0 });
    for (const [format, holds] of [
      ['csv', reference],
      ['evidence-json', '"previousHash"'],
    ] as const) {
      const { files } = await inside(['applications', 'export', '--format', format]);
      expect(files[0]?.bytes.includes(holds), format).toBe(true);
    }

    await stop();
    const out = join(folder, 'exported.pdf');
    const run = await operator('applications', 'export', '--format', 'evidence-pdf', '--out', out);
    expect(run).toMatchObject({ exitCode: 0 });
    expect((await readFile(out)).includes('%PDF-')).toBe(true);
    const listed = await operator('applications', 'list', '--status', 'approved', '--json');
    expect(listed.json()).toMatchObject({ applications: [{ id, referenceNumber: reference }], next: null });
    const keys = await operator('keys', 'list', '--json');
    expect(keys.json()).toMatchObject({ keys: [{ state: 'used', applicationId: id, storeId: '87654321' }] });
    expect(keys.stdout).not.toContain(issued.stdout.trim());
    const unknown = await operator('applications', 'show', 'NONE-0000-0000');
    expect(unknown).toMatchObject({ exitCode: 2, stdout: '' });
    expect(unknown.stderr).toContain('There is no application NONE-0000-0000.');
  });
});

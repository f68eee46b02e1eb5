/**
 * Tests the evidence of an application with a document that was added after its submission. The long tests print the evidence and
 * check that it contains no sensitive answers.
 */
import { expect, onTestFinished, test } from 'vitest';
import { operatorOf } from '../../tests/support/operator-call.ts';
import {
  applicant,
  expected,
  owner,
  prepare,
  samplePdf,
  submit,
} from '../../tests/support/sample-application.ts';
import { startTestServer } from '../../tests/support/test-server.ts';
import { sha256Of } from '../programs/agreement-text.ts';
import { readEvidence } from './evidence-package.ts';

test('the evidence has the application, each status, each consent with its text, and the whole trail', async () => {
  const server = await startTestServer();
  onTestFinished(server.stop);
  const client = server.client('yard-card.localhost');
  const { id } = await prepare(client);
  const { referenceNumber, submittedDateTime, createDateTime } = expected(200, await submit(client, id));
  await server.outbox.runOnce();
  const late = { name: 'articles.pdf', bytes: samplePdf };
  expect((await operatorOf(server)(['documents', 'add', id, late.name], late)).exitCode).toBe(0);
  await server.outbox.runOnce();
  const program = server.services.programs.all.find(({ domainKey }) => domainKey === 'yard-card');
  if (!program) throw new Error('There is no such program.');

  const evidence = await readEvidence(server.services, id);
  expect(evidence).toMatchObject({
    format: 'evidence-package',
    version: 1,
    application: {
      id,
      referenceNumber,
      status: 'submitted',
      createDateTime,
      submittedDateTime,
      storeId: program.storeId,
      program: { domainKey: 'yard-card', name: program.name },
      provider: { providerId: program.provider.providerId, fullName: program.provider.fullName },
    },
    ownership: {
      certifier: { name: applicant.fullName, title: applicant.occupation },
      owners: [
        { name: applicant.fullName, percent: 60 },
        { name: owner.fullName, percent: 40 },
      ],
    },
    auditFault: null,
  });
  expect(new Date(evidence.createDateTime).getTime()).toBeGreaterThan(new Date(createDateTime).getTime());
  const trail = evidence.auditTrail;
  const momentOf = (type: string) => trail.find((event) => event.type === type)?.createDateTime;
  expect(evidence.statuses).toEqual([
    { status: 'draft', dateTime: momentOf('created') },
    { status: 'pending', dateTime: momentOf('submitted') },
    { status: 'submitted', dateTime: momentOf('document_added') },
  ]);

  expect(trail.map(({ sequence }) => sequence)).toEqual(trail.map((_event, at) => at + 1));
  expect(trail.slice(1).map(({ previousHash }) => previousHash)).toEqual(
    trail.slice(0, -1).map(({ hash }) => hash),
  );
  expect(evidence.auditHead).toEqual({ sequence: trail.length, hash: trail.at(-1)?.hash });
  expect(trail.at(-1)?.hash).toMatch(/^[0-9a-f]{64}$/);

  expect(evidence.documents).toMatchObject([
    { fileName: 'articles.pdf', addedAfterSubmission: true, createDateTime: momentOf('document_added') },
  ]);
  expect(evidence.documents[0]).not.toHaveProperty('sealed');

  expect(evidence.consents.length).toBeGreaterThan(3);
  for (const { agreement, sha256, text } of evidence.consents) {
    expect(text).toMatchObject({
      hashMatches: true,
      placeholders: { programName: program.name, providerFullName: program.provider.fullName },
    });
    expect(text?.title).not.toBe('');
    expect(sha256Of(text?.html ?? '')).toBe(sha256);
    expect(text?.html.includes(owner.fullName)).toBe(agreement === 'controlling-party');
    expect(text?.markdown.includes(owner.fullName)).toBe(false);
  }
});

test('there is no evidence of a draft', async () => {
  const server = await startTestServer();
  onTestFinished(server.stop);
  const { id } = await prepare(server.client());
  await expect(readEvidence(server.services, id)).rejects.toThrow('do not match the audit trail');
});

/** Tests the content of exports. The long tests also export evidence as PDF, and export more than one page of applications. */
import { expect, onTestFinished, test } from 'vitest';
import { operatorOf } from '../../../tests/support/operator-call.ts';
import { canaries, prepare, submit } from '../../../tests/support/sample-application.ts';
import { startTestServer } from '../../../tests/support/test-server.ts';

test('an export contains no sensitive answer and no formula, and the audit trail records exported evidence', async () => {
  const server = await startTestServer();
  onTestFinished(server.stop);
  const operator = operatorOf(server);
  const client = server.client();
  const { id } = await prepare(client, { applicationData: { dba: '=1+1' } });
  const { referenceNumber } = (await submit(client, id)).body;
  const exported = async (format: string) => {
    const { exitCode, files } = await operator(['applications', 'export', '--format', format]);
    expect(exitCode).toBe(0);
    const text = files.map(({ bytes }) => bytes.toString('utf8')).join('');
    for (const [name, value] of Object.entries(canaries))
      expect(text.includes(value), `${name} in ${format}`).toBe(false);
    return text;
  };
  const csv = await exported('csv');
  expect(csv.split('\r\n')[0]).not.toMatch(/ssn|taxId\b|dateOfBirth|Income|annualSales/);
  expect(csv).toContain(`"${id}","${referenceNumber}","submitted","demo"`);
  expect(csv).toContain(`"'=1+1"`);
  expect(JSON.parse(await exported('json'))).toMatchObject([{ id, applicationData: { dba: '=1+1' } }]);
  expect(JSON.parse(await exported('evidence-json'))).toMatchObject({
    application: { id },
    auditTrail: expect.arrayContaining([
      expect.objectContaining({ type: 'shown', detail: { operator: 'ada', evidence: 'evidence-json' } }),
    ]),
  });
});

/** Tests a minimum length and a minimum value that a program sets on fields that have neither by default (D7, D13). */
import { expect, onTestFinished, test } from 'vitest';
import { change, folderCopy } from '../support/programs.ts';
import { begun } from '../support/sample-application.ts';
import { startTestServer } from '../support/test-server.ts';

test('a program’s minimum length and minimum value apply to the sent answers', async () => {
  const folder = await folderCopy();
  await change(folder, 'demo/program.json', {
    fields: { 'application.businessName': { minLength: 5 }, 'application.employeeCount': { minValue: 3 } },
  });
  const server = await startTestServer({ env: { PROGRAMS_DIR: folder } });
  onTestFinished(() => server.stop());
  const { browser, path } = await begun(server.client());
  const send = (businessName: string, employeeCount: number) =>
    browser.send('PATCH', path, { json: { applicationData: { businessName, employeeCount } } });

  const refused = await send('Elms', 2);
  expect(refused.status).toBe(400);
  expect(refused.body).toMatchObject({
    errors: [
      {
        field: 'applicationData.businessName',
        rule: 'minLength',
        message: 'Must be at least 5 characters',
      },
      { field: 'applicationData.employeeCount', rule: 'minValue', message: 'Must be at least 3' },
    ],
  });
  expect((await send('Elm 5', 3)).status).toBe(200);
});

/** Tests more tabs than a browser may have sessions. */
import { expect } from 'vitest';
import { setUp } from '../support/browser/set-up.ts';

const { server, testAlone } = await setUp();

testAlone('a fifth tab asks before it ends the application of the first', async ({ applicant: person }) => {
  const { context } = person;
  const address = server.at('yard-card');
  const starts: string[] = [];
  context.on('request', (request) => {
    if (request.url().endsWith('/apply/start')) starts.push(request.url());
  });
  const tabs = [person.page];
  for (let count = 1; count < 4; count += 1) tabs.push(await context.newPage());
  for (const tab of tabs) {
    const started = tab.waitForResponse('**/apply/start');
    await tab.goto(address);
    await started;
    await expect
      .poll(() => tab.evaluate(async () => (await navigator.locks.query()).held?.length))
      .toBe(tabs.indexOf(tab) + 1);
  }

  const fifth = await context.newPage();
  await fifth.goto(address);
  const question = fifth.getByRole('alertdialog', { name: 'End your oldest application?' });
  await question.getByText('If you start another one here, we’ll end the oldest one').waitFor();
  await question.getByRole('button', { name: 'Keep it' }).click();
  await question.waitFor({ state: 'detached' });
  expect(starts).toHaveLength(4);

  // The page asks for confirmation before every start until the person has agreed to end the oldest application.
  await fifth.getByRole('button', { name: 'Swipe or tap to get started' }).click();
  await question.getByRole('button', { name: 'End it and start here' }).click();
  await expect.poll(() => starts.length).toBe(5);
  await question.waitFor({ state: 'detached' });

  // If the browser has no Web Locks, the page starts a session without asking for confirmation.
  const without = await context.newPage();
  await without.addInitScript(() => Object.defineProperty(navigator, 'locks', { value: undefined }));
  await without.goto(address);
  await expect.poll(() => starts.length).toBe(6);
});

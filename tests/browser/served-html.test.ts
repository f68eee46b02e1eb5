/**
 * Tests that the page never turns a string into HTML. The content security policy forbids this, and the page renders agreements
 * element by element (X7).
 */
import { expect } from 'vitest';
import { arriveAt } from '../support/browser/arrive.ts';
import { setUp } from '../support/browser/set-up.ts';

const { server, browser, test } = await setUp({ persistsSession: true });

const attack = `<p>Before</p><img src="/x" onerror="document.title='run'"><script>document.title='run'</script>
<a href="javascript:document.title='run'">press</a><form action="https://evil.example"><input name="ssn"></form>
<svg onload="document.title='run'"></svg><p>After</p>`;

test('no script can create a Trusted Types policy, and no string becomes HTML or script', async () => {
  const page = await browser.newPage();
  await page.goto(server.at('demo'));
  const refused = await page.evaluate((html) => {
    const { trustedTypes } = window as unknown as {
      trustedTypes: { createPolicy: (name: string, rules: object) => unknown };
    };
    const ways: Record<string, () => unknown> = {
      'a policy with a name that was once allowed': () => trustedTypes.createPolicy('served-html', {}),
      'a policy for all': () => trustedTypes.createPolicy('default', {}),
      innerHTML: () => {
        document.body.innerHTML = html;
      },
      DOMParser: () => new DOMParser().parseFromString(html, 'text/html'),
      'the address of a script': () => {
        document.createElement('script').src = '/x.js';
      },
    };
    return Object.entries(ways).flatMap(([name, attempt]) => {
      try {
        attempt();
        return [];
      } catch {
        return [name];
      }
    });
  }, attack);
  expect(refused).toEqual([
    'a policy with a name that was once allowed',
    'a policy for all',
    'innerHTML',
    'DOMParser',
    'the address of a script',
  ]);
  await page.close();
});

test('an agreement that was altered in transit shows the alteration as text and executes none of it', async ({
  applicant,
}) => {
  const { page } = applicant;
  await arriveAt(server, applicant, '/apply/agreement/terms');
  const served = {
    agreement: 'terms',
    title: 'Card Terms',
    version: '1',
    sha256: '0'.repeat(64),
    html: attack,
    pages: 1,
    pagesUrl: '/x',
    pdfUrl: '/x',
  };
  await page.route('**/api/v1/agreement/terms', (route) => route.fulfill({ json: served }));
  await page.getByRole('button', { name: 'Read the Card Terms' }).click();
  const text = page.getByRole('dialog').locator('.served-text');
  await text.getByText('After', { exact: true }).waitFor();
  await text.getByText('<img src="/x"').waitFor();
  const drawn = await text.evaluate((element) =>
    [...element.querySelectorAll('*')].map(({ outerHTML }) => outerHTML),
  );
  expect(drawn).toEqual(['<p>Before</p>', '<a>press</a>', '<p>After</p>']);
  expect(await page.title()).not.toBe('run');
  await page.unroute('**/api/v1/agreement/terms');
});

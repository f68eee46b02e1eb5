/** Tests a page that the browser translates. The translator wraps texts of the page in its own elements. */
import { expect } from 'vitest';
import { arriveAt } from '../support/browser/arrive.ts';
import { setUp } from '../support/browser/set-up.ts';
import { readAndAgree } from '../support/browser/steps.ts';
import { translate, untranslatable } from '../support/browser/translator.ts';

const { server, testAlone: test } = await setUp({ persistsSession: true });

const seeds = [1, 2];

test.for(seeds)('a translated control question works, with seed %i', async (seed, { applicant }) => {
  const { page, answer, sees } = applicant;
  await translate(page, seed);
  await arriveAt(server, applicant, '/apply/control-question');
  await answer('Yes');
  await sees('About your business');
  expect(await untranslatable(page)).toEqual([]);
});

test.for(seeds)('typing works on a translated page, with seed %i', async (seed, { applicant }) => {
  const { page } = applicant;
  await translate(page, seed);
  for (const address of ['/apply/business/address', '/apply/business/additional', '/apply/business?part=2']) {
    await arriveAt(server, applicant, address);
    const [first] = await page.getByRole('textbox').or(page.getByRole('combobox')).all();
    await first?.pressSequentially('12');
    expect(await untranslatable(page), address).toEqual([]);
  }
});

test.for(seeds)('a translated agreement dialog works, with seed %i', async (seed, { applicant }) => {
  await translate(applicant.page, seed);
  await arriveAt(server, applicant, '/apply/agreement/esign');
  await readAndAgree(applicant);
  expect(await untranslatable(applicant.page)).toEqual([]);
});

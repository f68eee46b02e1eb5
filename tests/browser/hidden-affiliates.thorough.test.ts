/** Tests the share-information screen of a program that hides the choice about affiliates. */
import { cp, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect } from 'vitest';
import type { Applicant } from '../support/browser/applicant.ts';
import { setUp } from '../support/browser/set-up.ts';
import { removeFolder } from '../support/folders.ts';
import { change } from '../support/programs.ts';

const programs = await mkdtemp(join(tmpdir(), 'programs-'));
afterAll(() => removeFolder(programs));
await cp(fileURLToPath(new URL('../../programs', import.meta.url)), programs, { recursive: true });
await change(programs, 'toro/program.json', { fields: { 'disclosures.affiliates': { hidden: true } } });

const { server, testAlone: test } = await setUp({ env: { PROGRAMS_DIR: programs } });

/** Goes to the share-information screen. Returns its headings and its number of checkboxes. */
async function shown({ page, goTo, press, sees }: Applicant, domainKey: string) {
  await goTo(server.at(domainKey));
  await press('Swipe or tap to get started');
  await sees('How we share your information');
  const main = page.getByRole('main');
  return {
    headings: await main.getByRole('heading', { level: 2 }).allInnerTexts(),
    boxes: await main.getByRole('checkbox').count(),
  };
}

test('a program that hides the choice about affiliates shows no text about it', async ({ applicant }) => {
  const asked = await shown(applicant, 'exmark');
  expect(asked.headings).toContain('Sharing with affiliates');
  expect(asked.boxes).toBe(2);
  const hidden = await shown(applicant, 'toro');
  expect(hidden.headings).toEqual(asked.headings.filter((heading) => heading !== 'Sharing with affiliates'));
  expect(hidden.boxes).toBe(1);
  await applicant.tick('I have read this and I agree');
  await applicant.next();
  await applicant.sees(/authorized to act/);
});

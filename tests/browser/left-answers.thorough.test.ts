/**
 * Tests that the page tells people correctly what happens to their answers if they leave. Covers each combination of the two ways
 * to resume (D55).
 */
import { cp, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect } from 'vitest';
import { offerOf } from '../support/browser/coming-back.ts';
import { setUp } from '../support/browser/set-up.ts';
import { begin, goToBusinessAddress } from '../support/browser/steps.ts';
import { removeFolder } from '../support/folders.ts';
import { change } from '../support/programs.ts';
import { storedApplicationsOf } from '../support/stored-applications.ts';

/** One program for each combination of resuming on the device and resuming by email. */
const combinations = [
  { domainKey: 'toro', onDevice: true, byEmail: true },
  { domainKey: 'exmark', onDevice: true, byEmail: false },
  { domainKey: 'cub-cadet', onDevice: false, byEmail: true },
  { domainKey: 'yard-card', onDevice: false, byEmail: false },
] as const;

const programs = await mkdtemp(join(tmpdir(), 'programs-'));
afterAll(() => removeFolder(programs));
await cp(fileURLToPath(new URL('../../programs', import.meta.url)), programs, { recursive: true });
for (const { domainKey, onDevice, byEmail } of combinations)
  await change(programs, `${domainKey}/program.json`, { resume: { onDevice, byEmail, hours: 12, days: 3 } });

const { server, testAlone: test } = await setUp({ env: { PROGRAMS_DIR: programs } });

const minute = 60_000;

test.for(combinations)(
  'device $onDevice, email $byEmail: the texts of the first screen, the warning and the end are true',
  async ({ domainKey, onDevice, byEmail }, { applicant }) => {
    const { page, sees } = applicant;
    const main = page.getByRole('main');
    const address = server.at(domainKey);
    await page.clock.install();
    await page.goto(address);
    await sees('Apply for the');
    const intro = await main.innerText();
    expect(intro).toContain('Refreshing this page will require you to restart the application process.');
    expect(intro.includes('you can continue on this device for 12 hours after your last answer.')).toBe(
      onDevice,
    );
    expect(intro.includes('On this device, we keep your answers only while this page is open.')).toBe(
      !onDevice,
    );
    expect(intro.includes('Ask us to email you a link. It works once and expires in 3 days.')).toBe(byEmail);

    // Until the tax ID is saved, a draft ends with its session. After that, the program's settings determine how it can be
    // resumed.
    const warning = page.getByRole('alertdialog', { name: 'Are you still there?' });
    await begin(applicant, address);
    await page.clock.runFor(10 * minute + 1000);
    await warning.getByText(/To protect you, we’ll delete your answers in \d+ seconds\.$/).waitFor();
    await page.getByRole('button', { name: 'End application' }).click();
    await sees('You ended your application');
    await page.getByText('We deleted your answers.').waitFor();

    await goToBusinessAddress(applicant, address);
    await applicant.allSaved();
    await page.clock.runFor(10 * minute + 1000);
    const said = await warning.locator('p').first().innerText();
    expect(said.includes('You can then pick up where you left off on this device.')).toBe(onDevice);
    expect(said.includes('we’ll delete')).toBe(!onDevice);
    expect(said.includes('unless we emailed you a link that you haven’t used yet')).toBe(
      !onDevice && byEmail,
    );
    await page.clock.runFor(3 * minute);
    await sees('We ended your session to protect you');
    const end = main.getByRole('status');
    await expect.poll(() => end.innerText()).not.toBe('');
    const ended = await end.innerText();
    expect(
      ended.includes('You can pick up where you left off on this device for 12 hours after your last answer'),
    ).toBe(onDevice);
    expect(await offerOf(applicant).count()).toBe(onDevice ? 1 : 0);
    // No link was mailed in this session. So if the draft cannot be resumed on the device, the answers are deleted.
    expect(ended.startsWith('We deleted your answers.')).toBe(!onDevice);

    const drafts = await storedApplicationsOf(server.services, domainKey);
    expect(drafts.map(({ isErased }) => isErased)).toEqual([true, !onDevice]);
  },
);

/** Tests that a person loses nothing that they typed if something fails while they fill in the form. */
import { expect } from 'vitest';
import { handsOn } from '../support/browser/hands.ts';
import { setUp } from '../support/browser/set-up.ts';
import { begin, describeBusiness, fillApplicant, fillBusiness } from '../support/browser/steps.ts';
import { storedApplicationsOf } from '../support/stored-applications.ts';

const { server, test, testAlone } = await setUp();

test('an error from the server returns the person to the field with the typed text', async ({
  applicant: person,
}) => {
  const { page, next, answer, sees, fill, fillDate, pick } = person;
  await begin(person, server.at('demo'));
  await fillBusiness(person);
  await next();
  await fillApplicant(person, '60');
  await answer('Yes');
  await sees('Does anyone else own 25% or more of the business?');
  await pick('Yes');
  await fill('Owner’s full legal name', 'Sam Lee');
  await next();
  await fillDate('4', '1', '1980');
  await fill('How much of the business does Sam Lee own?', '40');
  await fill('Sam Lee’s email', 'sam@greenacre.example');
  await fill('Sam Lee’s mobile or primary phone number', '202-555-0199');
  await next();
  await sees('More about Sam Lee');
  // This is the applicant's own Social Security number, which the page no longer has.
  await fill('Sam Lee’s Social Security number', '123-45-6789');
  await fill('Sam Lee’s job title', 'Manager');
  await pick('Own');
  await fill('How long has Sam Lee lived at their current home?', '9');
  await next();
  await page
    .getByText(/Two people have the same Social Security number.*Invalid Field/)
    .first()
    .waitFor();
  await sees('More about Sam Lee');
  expect(await page.getByRole('textbox', { name: 'Sam Lee’s Social Security number' }).inputValue()).toBe(
    '123-45-6789',
  );
  await fill('Sam Lee’s Social Security number', '987-65-4321');
  await next();
  await sees('Where does Sam Lee live?');
});

test('without a network, the person continues, and the typed text is saved once the network is back', async ({
  applicant: person,
}) => {
  const { page, context, next, sees, fill } = person;
  const industries = page.waitForResponse((response) => /\/assets\/industry-search-/.test(response.url()));
  await begin(person, server.at('toro'));
  await person.pick('Partnership');
  await (await industries).finished();
  await context.setOffline(true);
  await fill('Legal business name', 'Offline Lawns');
  await fill('Business email', 'office@lawns.example');
  await next();
  await sees('Tax ID and industry');
  await page.getByText('You’re offline.').waitFor();
  await describeBusiness(person, '98-7654321');
  await context.setOffline(false);
  await page.getByText('You’re offline.').waitFor({ state: 'detached' });
  await expect
    .poll(() => storedApplicationsOf(server.services, 'toro'))
    .toMatchObject([
      {
        answers: {
          businessName: 'Offline Lawns',
          organizationType: 'partnership',
          taxId: expect.anything(),
        },
      },
    ]);
});

test('opening another address starts again, so no one can skip ahead', async ({ applicant: person }) => {
  const { page, sees } = person;
  await begin(person, server.at('demo'));
  page.on('dialog', (dialog) => void dialog.accept());
  await page.goto(`${server.at('demo')}/apply/review`);
  await page.waitForURL('**/apply');
  await sees('Apply for the');
  await page.goto(`${server.at('demo')}/no/such/path`);
  await page.waitForURL('**/apply');
  await sees('Apply for the');
});

test('an unknown key is reported, with an offer to start without it', async ({ applicant: person }) => {
  const { page, sees } = person;
  await page.goto(`${server.at('demo')}/start/no-such-store`);
  const alert = page.getByRole('alertdialog', { name: 'Invalid Domain' });
  await alert.waitFor();
  await alert.getByRole('button', { name: 'Start a new application' }).click();
  await page.waitForURL('**/apply');
  await page.getByRole('button', { name: 'Swipe or tap to get started' }).click();
  await sees('How we share your information');
});

test('a session that has ended goes to the session-invalid screen, and from there to a new session', async ({
  applicant: person,
}) => {
  const { page, next, sees, fill } = person;
  await begin(person, server.at('cub-cadet'));
  // Wait for the save that Next starts in the background. Otherwise this save would find out that the session has ended, before
  // the person types anything else.
  await person.allSaved();
  const { db } = server.services.database;
  await db
    .updateTable('session')
    .set({ end_date_time: new Date(), end_type: 'expired' })
    .where('domain_key', '=', 'cub-cadet')
    .execute();
  await person.pick('Limited liability company (LLC)');
  await fill('Legal business name', 'Too Late Lawns');
  await fill('Business email', 'office@lawns.example');
  await next();
  await sees('Your session has ended');
  const { hostname } = new URL(server.at('cub-cadet'));
  await page
    .getByText(
      `Session has time out and application has become invalid. Please start application over by going to ${hostname}/apply`,
    )
    .waitFor();
  await page.getByRole('button', { name: 'Start a new application' }).click();
  await sees('Apply for the');
});

testAlone('two tabs hold two applications', async ({ applicant: person }) => {
  const { page, context } = person;
  await begin(person, server.at('exmark'));
  await person.pick('Limited liability company (LLC)');
  await person.fill('Legal business name', 'First Tab');
  await person.fill('Business email', 'office@lawns.example');
  const other = await context.newPage();
  await begin(handsOn(other), server.at('exmark'));
  await other.getByRole('radio', { name: 'Partnership' }).check();
  await other.getByRole('textbox', { name: 'Legal business name' }).fill('Second Tab');
  await other.getByRole('textbox', { name: 'Business email' }).fill('office@lawns.example');
  await other.getByRole('button', { name: 'Next', exact: true }).click();
  await page.getByRole('button', { name: 'Next', exact: true }).click();
  await person.sees('Tax ID and industry');
  const names = async () => {
    const applications = await storedApplicationsOf(server.services, 'exmark');
    return applications.map(({ answers }) => answers['businessName']).sort();
  };
  await expect.poll(names).toEqual(['First Tab', 'Second Tab']);
});

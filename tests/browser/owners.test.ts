/** Tests the list of owners: adding, changing and removing owners, going back, and the limit of 100%. */
import { expect } from 'vitest';
import type { Applicant } from '../support/browser/applicant.ts';
import { arriveAt } from '../support/browser/arrive.ts';
import { errorOf, isFocused } from '../support/browser/field.ts';
import { setUp } from '../support/browser/set-up.ts';
import { addOwner, fillAddress } from '../support/browser/steps.ts';
import { storedApplication } from '../support/stored-applications.ts';

const { server, test } = await setUp({ persistsSession: true });

const cards = ({ page }: Applicant) => page.locator('.person-card').getByRole('heading').allTextContents();

test('owners are added, revisited and removed', async ({ applicant }) => {
  const { page, next, sees, fill } = applicant;
  await arriveAt(server, applicant, '/apply/owner', { applicant: { percentageOwned: 40 }, owners: [] });
  await addOwner(applicant, 'Sam Alder', '30');
  expect(await cards(applicant)).toEqual(['Dana Okafor (you)', 'Sam Alder']);
  await page
    .getByRole('img', { name: '70% of the business is accounted for. The other 30% isn’t listed.' })
    .waitFor();
  expect(await page.getByRole('button', { name: 'Remove Dana Okafor' }).count()).toBe(0);

  // Back removes an added owner who has no answers yet.
  const add = page.getByRole('button', { name: 'Add another owner' });
  await add.click();
  await sees('Who else owns 25% or more?');
  await page.goBack();
  await sees('Owners of 25% or more');
  await add.click();

  // Remove an owner after filling in the first screen about this owner. Back then skips the screens about this owner.
  await fill('Owner’s full legal name', 'Kim Begun');
  await next();
  await sees('About Kim Begun');
  await page.getByRole('button', { name: 'Remove Kim Begun' }).click();
  await page
    .getByRole('alertdialog', { name: 'Remove Kim Begun?' })
    .getByRole('button', { name: 'Remove' })
    .click();
  await sees('Owners of 25% or more');
  expect(await cards(applicant)).toEqual(['Dana Okafor (you)', 'Sam Alder']);
  await page.goBack();
  await sees('Where does Sam Alder live?');
  const city = page.getByRole('textbox', { name: /city/ });
  const entered = page.getByRole('radio', { name: '12 Oak St, Edina, MN 55424' });
  const title = page.getByText('12 Oak St, Edina, MN 55424');
  expect(await title.getAttribute('translate'), 'a translator must not change an address').toBe('no');
  // Picking an address fills the fields and hides them. Typing the same address does not hide them.
  await entered.check();
  await city.waitFor({ state: 'hidden' });
  await page.getByRole('radio', { name: 'A different address' }).check();
  expect(await city.inputValue()).toBe('');
  await fillAddress(applicant, { street: '12 Oak St', city: 'Edina', state: 'Minnesota (MN)', zip: '55424' });
  expect(await entered.isChecked()).toBe(true);
  expect(await city.inputValue()).toBe('Edina');
  await page.getByRole('radio', { name: 'A different address' }).check();
  expect(await city.inputValue()).toBe('');
  await entered.check();
  await next();
  await sees('Owners of 25% or more');

  // If others could own 25% or more, the person must confirm that no one does. Removing the last owner makes the page ask again.
  await next();
  await page.getByText('Check the box if this is true, or add another owner. Required Field').waitFor();
  await page.getByRole('checkbox', { name: 'No one else owns 25% or more' }).check();
  await next();
  await sees('Does anyone else need a card?');
  await page.getByRole('link', { name: 'Back' }).click();
  await page.getByRole('button', { name: 'Remove Sam Alder' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
  await sees('Does anyone else own 25% or more of the business?');
  expect(await page.getByRole('radio', { checked: true }).count()).toBe(0);
});

test('an owner with only some answers can be removed', async ({ applicant }) => {
  const { page, next, answer, pick, sees, fill } = applicant;
  const { applicationId } = await arriveAt(server, applicant, '/apply/owner', { owners: [] });
  await pick('Yes');
  await fill('Owner’s full legal name', 'Kim Gone');
  await next();
  await sees('About Kim Gone');
  // The button that removes the owner is not between the last field and Next.
  const remove = page.getByRole('button', { name: 'Remove Kim Gone' });
  await page.getByRole('button', { name: 'Next' }).focus();
  await page.keyboard.press('Tab');
  expect(await isFocused(remove)).toBe(true);
  await remove.click();
  await page
    .getByRole('alertdialog', { name: 'Remove Kim Gone?' })
    .getByRole('button', { name: 'Remove' })
    .click();
  await sees('Does anyone else own 25% or more of the business?');
  await answer('No');
  await sees('Does anyone else need a card?');
  const people = async () => (await storedApplication(server.services, applicationId)).personnel;
  await expect.poll(async () => JSON.stringify(await people())).not.toContain('Kim Gone');
});

test('the question about the first owner’s name is below Yes, and No removes the owner (D12)', async ({
  applicant,
}) => {
  const { page, next, pick, fill, sees } = applicant;
  const { applicationId } = await arriveAt(server, applicant, '/apply/owner', { owners: [] });
  const people = async () =>
    (await storedApplication(server.services, applicationId)).personnel.map(
      ({ answers }) => answers['fullName'],
    );
  const name = page.getByRole('textbox', { name: 'Owner’s full legal name' });
  await pick('Yes');
  await page.getByRole('status').getByText('New question: Owner’s full legal name').waitFor();
  expect(await isFocused(page.getByRole('radio', { name: 'Yes' }))).toBe(true);
  await next();
  expect(await errorOf(name)).toBe('Enter the owner’s full name. Required Field');
  expect(await isFocused(name)).toBe(true);
  expect(await people()).toEqual(['Dana Okafor']);
  await fill('Owner’s full legal name', 'Kim Kept');
  await pick('No');
  expect(await name.count()).toBe(0);
  await pick('Yes');
  await next();
  await sees('About Kim Kept');
  expect(await people()).toEqual(['Dana Okafor', 'Kim Kept']);

  // After Back, the page again shows the name below Yes. Next and Back skip the name's own screen, which still exists at its
  // address.
  await page.goBack();
  await sees('Does anyone else own 25% or more of the business?');
  expect(await name.inputValue()).toBe('Kim Kept');
  await fill('Owner’s full legal name', 'Kim Changed');
  await next();
  await sees('About Kim Changed');
  await applicant.allSaved();
  await page.goto(`${server.at('demo')}/apply/owner?part=2&owner=1`);
  await sees('Who else owns 25% or more?');
  await next();
  await sees('About Kim Changed');

  await page.goto(`${server.at('demo')}/apply/owner`);
  await pick('No');
  await next();
  const warning = page.getByRole('alertdialog', { name: 'Remove Kim Changed?' });
  await warning.getByRole('button', { name: 'Keep Kim Changed' }).click();
  await sees('Does anyone else own 25% or more of the business?');
  await next();
  await warning.getByRole('button', { name: 'Remove' }).click();
  await sees('Does anyone else need a card?');
  await expect.poll(people).toEqual(['Dana Okafor']);
});

test('a change from the review that breaks the total is refused there, and a valid one returns to the review', async ({
  applicant,
}) => {
  const { page, sees, fill } = applicant;
  await arriveAt(server, applicant, '/apply/review');
  await page.getByRole('button', { name: 'Open all sections' }).click();
  await page.getByRole('link', { name: /Change.*How much of the business do you own/ }).click();
  await fill('How much of the business do you own?', '70');
  await page.getByRole('button', { name: 'Save and return' }).click();
  await page
    .getByText('Total percentage owned by all owners must not exceed 100%. Unclaimed owner percentage: 60%')
    .waitFor();
  await fill('How much of the business do you own?', '50');
  await page.getByRole('button', { name: 'Save and return' }).click();
  await sees('Check your answers before you agree and submit');
  await page.getByText('Dana Okafor, 50%').filter({ visible: true }).first().waitFor();
});

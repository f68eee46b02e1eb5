/** Tests the lists of owners and of card users: what they show, how a person changes them, and when they require more people. */
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import type { Given } from '../support/browser/arrive.ts';
import { arriveAt } from '../support/browser/arrive.ts';
import { control, isFocused } from '../support/browser/field.ts';
import { setUp } from '../support/browser/set-up.ts';

const { server, test } = await setUp({ persistsSession: true });

const names = (page: Page) => page.getByRole('listitem').getByRole('heading').allTextContents();
const owning = (applicant: number, ...owners: readonly (readonly [string, number])[]): Given => ({
  applicant: { percentageOwned: applicant },
  owners: owners.map(([fullName, percentageOwned]) => ({ fullName, percentageOwned })),
});

/** Returns the number of buttons that offer to add another owner: 1 or 0. */
const asksForMore = (page: Page) => page.getByRole('button', { name: 'Add another owner' }).count();

test('the meter shows the listed share, and announces a removal', async ({ applicant }) => {
  const { page, next, sees } = applicant;
  const fourQuarters = owning(25, ['Sam Lee', 25], ['Ann Bell', 25], ['Ann Bell', 25]);
  await arriveAt(server, applicant, '/apply/owner/list', fourQuarters);
  const listed = (text: string) => page.getByRole('img', { name: text }).waitFor();
  const spoken = (text: string) => page.getByRole('status').getByText(text, { exact: true });
  expect(await names(page)).toEqual(['Dana Okafor (you)', 'Sam Lee', 'Ann Bell', 'Ann Bell']);
  await page.getByText('You own 25%').waitFor();
  expect(await page.getByText('Owns 25%').count()).toBe(3);
  await listed('100% of the business is accounted for.');
  expect(await spoken('100% of the business is accounted for.').count()).toBe(0);
  expect(await asksForMore(page)).toBe(0);
  expect(await page.getByRole('button', { name: 'Remove Dana Okafor' }).count()).toBe(0);

  const remove = page.getByRole('button', { name: 'Remove Ann Bell' });
  const question = page.getByRole('alertdialog', { name: 'Remove Ann Bell?' });
  await remove.last().click();
  await question.getByRole('button', { name: 'Keep Ann Bell' }).click();
  expect(await isFocused(remove.last())).toBe(true);
  // The test removes two people with the same name, one after the other.
  for (const left of [
    '75% of the business is accounted for. The other 25% isn’t listed.',
    '50% of the business is accounted for. The other 50% isn’t listed.',
  ]) {
    await remove.last().click();
    await question.getByRole('button', { name: 'Remove' }).click();
    await spoken('Ann Bell removed').waitFor();
    await listed(left);
    await spoken(left).waitFor();
    expect(await isFocused(page.getByRole('heading', { level: 1 }))).toBe(true);
  }
  expect(await names(page)).toEqual(['Dana Okafor (you)', 'Sam Lee']);

  await next();
  await page.getByText('Check the box if this is true, or add another owner. Required Field').waitFor();
  await page.getByRole('checkbox', { name: 'No one else owns 25% or more' }).check();
  await next();
  await sees('Does anyone else need a card?');
});

test('a double press of Remove opens the question, and the second press is ignored', async ({
  applicant,
}) => {
  const { page } = applicant;
  await arriveAt(server, applicant, '/apply/owner/list', owning(40, ['Sam Lee', 30], ['Ann Bell', 30]));
  const remove = page.getByRole('button', { name: 'Remove Sam Lee' });
  const question = page.getByRole('alertdialog', { name: 'Remove Sam Lee?' });
  const confirm = question.getByRole('button', { name: 'Remove Sam Lee', exact: true });

  // Move the Remove button to the place where the dialog shows its own Remove button. On some screens, the two overlap.
  await remove.click();
  const box = await confirm.boundingBox();
  await question.getByRole('button', { name: 'Keep Sam Lee' }).click();
  await remove.evaluate(
    (button, { x, y }) => Object.assign(button.style, { position: 'fixed', left: `${x}px`, top: `${y}px` }),
    box ?? { x: 0, y: 0 },
  );
  await remove.dblclick();
  await question.waitFor();
  expect(await names(page)).toEqual(['Dana Okafor (you)', 'Sam Lee', 'Ann Bell']);

  // The dialog immediately accepts a key, and also a press at another place than the previous press.
  await question.getByRole('button', { name: 'Keep Sam Lee' }).click();
  await question.waitFor({ state: 'detached' });
  await remove.dblclick();
  await confirm.press('Enter');
  await page.getByRole('status').getByText('Sam Lee removed').waitFor();
});

test('changing an owner from the list returns to it with the new share', async ({ applicant }) => {
  const { page, next, sees, fill } = applicant;
  await arriveAt(server, applicant, '/apply/owner/list', owning(60, ['Sam Lee', 30]));
  await page.getByRole('link', { name: 'Change Sam Lee' }).click();
  await sees('Who else owns 25% or more?');
  await fill('Owner’s full legal name', 'Samuel Lee');
  await next();
  await sees('About Samuel Lee');
  await control(page, 'How much of the business does Samuel Lee own?').fill('40');
  for (const heading of ['More about Samuel Lee', 'Where does Samuel Lee live?']) {
    await next();
    await sees(heading);
  }
  await next();
  await sees('Owners of 25% or more');
  expect(await names(page)).toEqual(['Dana Okafor (you)', 'Samuel Lee']);
  await page.getByRole('img', { name: '100% of the business is accounted for.' }).waitFor();
});

test('changing the applicant’s share from the list returns to it with the new share', async ({
  applicant,
}) => {
  const { page, next, sees, fill } = applicant;
  await arriveAt(server, applicant, '/apply/owner/list', owning(40, ['Sam Lee', 30]));
  await page.getByRole('link', { name: 'Change Dana Okafor (you)' }).click();
  await sees('Your home and your share of the business');
  await fill('How much of the business do you own?', '50');
  await next();
  await sees('Owners of 25% or more');
  await page
    .getByRole('img', { name: '80% of the business is accounted for. The other 20% isn’t listed.' })
    .waitFor();
});

test('an applicant who owns less than 25% can change their share from the list, and is then listed', async ({
  applicant,
}) => {
  const { page, next, sees, fill } = applicant;
  await arriveAt(server, applicant, '/apply/owner/list', owning(10, ['Sam Lee', 60]));
  expect(await names(page)).toEqual(['Sam Lee']);
  await page.getByRole('link', { name: 'Change your share' }).click();
  await sees('Your home and your share of the business');
  await fill('How much of the business do you own?', '30');
  await next();
  await sees('Owners of 25% or more');
  expect(await names(page)).toEqual(['Dana Okafor (you)', 'Sam Lee']);
});

test.for([
  ['25% is unclaimed', owning(35, ['Sam Lee', 40]), 1, ['Dana Okafor (you)', 'Sam Lee']],
  ['24.99% is unclaimed', owning(35.01, ['Sam Lee', 40]), 0, ['Dana Okafor (you)', 'Sam Lee']],
  ['the applicant owns 24.99%', owning(24.99, ['Sam Lee', 60]), 0, ['Sam Lee']],
] as const)(
  'the statement that no one else owns 25% is required exactly if at least 25% is unclaimed: %s',
  async ([, given, asked, listed], { applicant }) => {
    const { page, next, sees } = applicant;
    await arriveAt(server, applicant, '/apply/owner/list', given);
    expect(await names(page)).toEqual(listed);
    expect(await asksForMore(page)).toBe(asked);
    expect(await page.getByText('This includes your 24.99%.').count()).toBe(listed.length === 1 ? 1 : 0);
    if (asked) return;
    await next();
    await sees('Does anyone else need a card?');
  },
);

/** The applicant's entry in the list of the people who need a card. */
const you = 'Dana Okafor (you)';

test('card users can be changed, removed and added, and removing the last one reopens the question', async ({
  applicant,
}) => {
  const { page, next, sees, fill } = applicant;
  await arriveAt(server, applicant, '/apply/authorized-user/list', { users: [{}, { fullName: 'Lou Hart' }] });
  expect(await names(page)).toEqual([you, 'Kim Park', 'Lou Hart']);
  await page.getByRole('link', { name: 'Change Kim Park' }).click();
  await sees('Who else needs a card?');
  await fill('Card user’s full legal name', 'Kim Parker');
  await next();
  await sees('Kim Parker’s details');
  await next();
  await sees('What’s Kim Parker’s home address?');
  await next();
  await sees('People who need a card');
  expect(await names(page)).toEqual([you, 'Kim Parker', 'Lou Hart']);

  const remove = async (name: string) => {
    await page.getByRole('button', { name: `Remove ${name}` }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
  };
  await remove('Kim Parker');
  await page.getByRole('status').getByText('Kim Parker removed').waitFor();
  expect(await isFocused(page.getByRole('heading', { level: 1 }))).toBe(true);
  expect(await names(page)).toEqual([you, 'Lou Hart']);
  await page.getByRole('button', { name: 'Add another card user' }).click();
  await sees('Who else needs a card?');
  await page.goBack();
  await sees('People who need a card');
  await remove('Lou Hart');
  await sees('Does anyone else need a card?');
  expect(await page.getByRole('radio', { checked: true }).count()).toBe(0);
});

test('a change to a legal form without owners asks for confirmation, then removes the owners (D17)', async ({
  applicant,
}) => {
  const { page, next, sees, pick, fill } = applicant;
  await arriveAt(server, applicant, '/apply/owner/list', owning(40, ['Sam Lee', 40]));
  const { origin } = new URL(page.url());
  const saved = async (press: () => Promise<void>) => {
    const kept = page.waitForResponse((response) => response.request().method() === 'PATCH');
    await press();
    expect((await kept).status()).toBe(200);
  };
  await page.goto(`${origin}/apply/business`);
  await pick('Nonprofit');
  await next();
  const warning = page.getByRole('alertdialog');
  await warning.getByText('If you save, we’ll remove the owners you entered.').waitFor();
  await warning.getByRole('button', { name: 'Keep the owners' }).click();
  await sees('About your business');
  await next();
  await saved(() => warning.getByRole('button', { name: 'Save and remove owners' }).click());
  await sees('Tax ID and industry');

  await page.goto(`${origin}/apply/business`);
  expect(await page.getByRole('radio', { name: 'Nonprofit' }).isChecked()).toBe(true);
  await pick(/^Corporation$/);
  await saved(next);

  // A nonprofit needs neither the applicant's share nor a guarantee. A corporation may need both. So after this change of the
  // legal form, the page asks about both (D6, D16).
  await page.goto(`${origin}/apply/owner`);
  await sees('Your home and your share of the business');
  await fill('How much of the business do you own?', '40');
  await saved(next);
  await page.goto(`${origin}/apply/owner`);
  await sees('Will you personally guarantee this account?');
  await pick('Yes');
  await saved(next);
  await page.goto(`${origin}/apply/owner`);
  await sees('Does anyone else own 25% or more of the business?');
  expect(await page.getByRole('radio', { checked: true }).count()).toBe(0);
});

/** Tests that the first screen shows the program's own card and the texts that the law and the program require. */
import { expect } from 'vitest';
import { setUp } from '../support/browser/set-up.ts';

const { server, testAlone: test } = await setUp();

test('the first screen shows the program’s card and says who issues the card, why we ask, and what is checked', async ({
  applicant: { page, sees },
}) => {
  await page.goto(server.at('yard-card'));
  await sees('Apply for the Yard Card business credit card');
  const card = page.getByRole('img', {
    name: 'The Yard Card business credit card, issued by Quillbrook Bank',
  });
  await card.waitFor();
  // The HTML document contains the drawing once. The card and the field art use the same drawing in different colors.
  const colors = await page.evaluate(() =>
    ['.card', '.field-art'].map((part) =>
      getComputedStyle(document.querySelector(part) as Element).getPropertyValue('--ground'),
    ),
  );
  expect(colors).toEqual(['#DDEFC4', expect.stringContaining('#1B5E35')]);
  const intro = page.getByRole('main');
  for (const text of [
    'Works at many local stores',
    'To help the government fight the funding of terrorism and money laundering activities, Federal law requires ' +
      'all financial institutions to obtain, verify, and record information that identifies each person who opens an account.',
    'What this means for you: When you open an account, we will ask for your name, address, date of birth, and other ' +
      'information that will allow us to identify you. We may also ask to see your driver’s license or other ' +
      'identifying documents.',
    'To make a decision, Quillbrook Bank may get credit reports on the business and on you.',
  ])
    await intro.getByText(text).filter({ visible: true }).waitFor();
});

test('the list of what is needed matches the form of the program', async ({ applicant: { page } }) => {
  const neededIn = async (domainKey: string) => {
    await page.goto(server.at(domainKey));
    await page.getByText('What you’ll need').click();
    const items = await page.locator('.intro-need li').filter({ visible: true }).allTextContents();
    return items.join('. ');
  };
  const ofYardCard = await neededIn('yard-card');
  for (const asked of [
    /email/,
    /number of employees/,
    /job/,
    /ownership share/,
    /any other owner of 25% or more: the same/,
    /card user: name, date of birth, and home address/,
  ])
    expect(ofYardCard).toMatch(asked);
  // This program's bank requires a document from every business (D29).
  expect(ofYardCard).toContain('Proof of your business, such as a license or a state filing');
  expect(ofYardCard).not.toContain('(optional)');
  expect(await neededIn('toro')).toContain(
    'Proof of your business, such as a license or a state filing (optional)',
  );
});

test('the demo does not say both that nothing goes to a bank and that the bank gets credit reports', async ({
  applicant: { page },
}) => {
  await page.goto(server.at('demo'));
  const said = await page.getByRole('main').innerText();
  expect(said).toContain('may get credit reports');
  expect(said).not.toMatch(/nothing[^.]*\bbank\b/i);
});

test('the first screen shows the minutes that the form then counts down, rounded up to five', async ({
  applicant: { page, press, sees },
}) => {
  const minutesIn = async (text: RegExp) =>
    Number(
      (await page.getByText(text).first().textContent())?.match(/\d+(?= minutes to fill out| min\b)/)?.[0],
    );
  await page.goto(server.at('yard-card'));
  const told = await minutesIn(/^About \d+ minutes to fill out, \d+ to read$/);
  await press('Swipe or tap to get started');
  await sees('How we share your information');
  const left = await minutesIn(/^\d+ min left$/);
  expect(told).toBe(Math.ceil(left / 5) * 5);
});

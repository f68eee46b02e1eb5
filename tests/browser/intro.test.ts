/** The first screen shows the program's own card, and says what the law and the program want said. */
import { expect } from 'vitest';
import { setUp } from '../support/browser/set-up.ts';

const { server, testAlone: test } = await setUp();

test('the first screen leads with the program’s card and says who issues it, why, and what is checked', async ({
  applicant: { page, sees },
}) => {
  await page.goto(server.at('yard-card'));
  await sees('Apply for the Yard Card business card');
  const card = page.getByRole('img', { name: 'The Yard Card business card, issued by Quillbrook Bank' });
  await card.waitFor();
  // The art is drawn once, and shown at both places in the colours of each.
  const colours = await page.evaluate(() =>
    ['.card', '.field-art'].map((part) =>
      getComputedStyle(document.querySelector(part) as Element).getPropertyValue('--ground'),
    ),
  );
  expect(colours).toEqual(['#DDEFC4', expect.stringContaining('#1B5E35')]);
  const intro = page.getByRole('main');
  for (const text of [
    'Issued by Quillbrook Bank',
    'Works at many local dealers',
    'To help the government fight the funding of terrorism and money laundering activities, federal law requires ' +
      'all financial institutions to obtain, verify, and record information that identifies each person who opens an account.',
    'To decide, Quillbrook Bank may get credit reports',
  ])
    await intro.getByText(text).waitFor();
});

test('the first screen tells the minutes that the form then counts down, rounded up to five', async ({
  applicant: { page, press, sees },
}) => {
  const minutesIn = async (text: RegExp) =>
    Number((await page.getByText(text).first().textContent())?.match(/\d+/)?.[0]);
  await page.goto(server.at('yard-card'));
  const told = await minutesIn(/^About \d+ minutes$/);
  await press('Swipe or tap to get started');
  await sees('How we share your information');
  const left = await minutesIn(/about \d+ min left$/);
  expect(told).toBe(Math.ceil(left / 5) * 5);
});

/** The list of owners as a person meets it: back and forth, left out, and taken out again. */
import { expect } from 'vitest';
import type { Applicant } from './applicant.ts';
import { setUp } from './set-up.ts';
import { begin, fillApplicant, fillBusiness, fillOwner } from './steps.ts';

const { server, test } = await setUp();

const cards = ({ page }: Applicant) => page.locator('.person-card').getByRole('heading').allTextContents();

test('owners are added, left out, gone back over and removed', async ({ applicant }) => {
  const { page, next, sees, pick, fill } = applicant;
  await begin(applicant, server.at('demo'));
  await fillBusiness(applicant);
  await next();
  await fillApplicant(applicant, { share: '40' });
  await pick('Yes');
  await next();
  await sees('Does anyone else own 25% or more?');
  await pick('Yes');
  await next();
  await fillOwner(applicant, 'Sam Alder', '30');

  await sees('Owners of 25% or more');
  expect(await cards(applicant)).toEqual(['Dana Okafor (you)', 'Sam Alder']);
  await page.getByText('70% of 100% listed. 30% unclaimed.').waitFor();
  expect(await page.getByRole('button', { name: 'Remove Dana Okafor' }).count()).toBe(0);

  // One who was only announced is taken back by going back.
  await pick('Yes');
  await next();
  await sees('Who is the other owner?');
  await page.goBack();
  await sees('Owners of 25% or more');
  await next();

  // One who was begun is left out, and Back passes over where they were.
  await fill('Owner’s full legal name', 'Kim Begun');
  await next();
  await sees('Kim Begun: birth date and share');
  await page.getByRole('button', { name: 'Leave this owner out' }).click();
  await page
    .getByRole('alertdialog', { name: 'Remove Kim Begun?' })
    .getByRole('button', { name: 'Remove' })
    .click();
  await sees('Owners of 25% or more');
  expect(await cards(applicant)).toEqual(['Dana Okafor (you)', 'Sam Alder']);
  await page.goBack();
  await sees('Sam Alder: home address');
  await page.getByRole('radio', { name: '12 Oak St, Austin, TX 78701' }).check();
  expect(await page.getByRole('textbox', { name: /city/ }).inputValue()).toBe('Austin');
  await next();
  await sees('Owners of 25% or more');

  // No one else: that must be confirmed. The last one who is removed opens the question again.
  await pick('No');
  await next();
  await page.getByText('Required Field. Tick the box if it is so, or add the owner.').waitFor();
  await page.getByRole('checkbox', { name: 'No one else owns 25% or more' }).check();
  await next();
  await sees('Should anyone else have a card?');
  await page.getByRole('link', { name: 'Back' }).click();
  await page.getByRole('button', { name: 'Remove Sam Alder' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
  await sees('Does anyone else own 25% or more?');
  expect(await page.getByRole('radio', { checked: true }).count()).toBe(0);
});

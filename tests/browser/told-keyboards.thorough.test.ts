/** Tests that each field has the right attributes for on-screen keyboards and autofill. */
import type { Locator } from 'playwright-core';
import { expect } from 'vitest';
import { arriveAt } from '../support/browser/arrive.ts';
import { control } from '../support/browser/field.ts';
import { setUp } from '../support/browser/set-up.ts';

const { server, test } = await setUp({ persistsSession: true });

/** The attributes to compare. `attributes` returns their values in this order. */
const names = ['type', 'inputmode', 'autocomplete', 'autocapitalize', 'spellcheck', 'enterkeyhint'] as const;
const attributes = (element: Locator) =>
  element.evaluate((node, of) => of.map((name) => node.getAttribute(name)), names);

const literal = ['none', 'false'] as const;
const plain = [null, null] as const;

/** The expected values of the attributes, by screen and label. */
const told: Readonly<Record<string, readonly (readonly [label: string | RegExp, ...told: unknown[]])[]>> = {
  '/apply/business': [
    ['Legal business name', 'text', null, 'organization', ...plain, 'next'],
    ['Business email', 'email', 'email', 'work email', ...literal, 'go'],
  ],
  '/apply/business?part=2': [['Federal tax ID (EIN)', 'text', 'numeric', 'off', ...literal, 'next']],
  '/apply/business/address': [
    ['Business street address', 'text', null, 'section-business address-line1', ...plain, 'next'],
    ['Business state', null, null, 'section-business address-level1', ...plain, null],
    ['Business ZIP code', 'text', 'numeric', 'section-business postal-code', ...literal, 'go'],
  ],
  '/apply/business/billing': [
    ['Billing street address', 'text', null, 'section-billing billing address-line1', ...plain, 'next'],
  ],
  '/apply/business/additional': [
    ['Years in business', 'text', 'numeric', 'off', ...literal, 'next'],
    [/^Expected yearly purchases/, 'text', 'numeric', 'off', ...literal, 'go'],
  ],
  '/apply/applicant': [
    ['Your full legal name', 'text', null, 'name', ...plain, 'next'],
    ['Month', 'text', 'numeric', 'bday-month', ...literal, 'next'],
    ['Day', 'text', 'numeric', 'bday-day', ...literal, 'next'],
    ['Year', 'text', 'numeric', 'bday-year', ...literal, 'next'],
    ['Social Security number', 'text', 'numeric', 'off', ...literal, 'go'],
  ],
  '/apply/applicant?part=2': [
    ['Your email', 'email', 'email', 'email', ...literal, 'next'],
    ['Your mobile or primary phone number', 'tel', 'tel', 'tel', ...literal, 'next'],
    ['Job title', 'text', null, 'organization-title', ...plain, 'next'],
  ],
  '/apply/applicant?part=3': [[/How much/, 'text', 'decimal', 'off', ...literal, 'go']],
  '/apply/applicant/address': [['Home city', 'text', null, 'section-home address-level2', ...plain, 'next']],
};

/** The screens with questions about someone other than the person who fills in the form. */
const aboutOthers = [
  '/apply/owner?part=2&owner=1',
  '/apply/owner/info?owner=1',
  '/apply/owner/info?part=2&owner=1',
  '/apply/owner/address?owner=1',
  '/apply/authorized-user?part=2&user=1',
  '/apply/authorized-user/info?user=1',
  '/apply/authorized-user/address?user=1',
];

test('each field has attributes for keyboards and autofill, and fields about other people are not autofilled', async ({
  applicant,
}) => {
  const { page } = applicant;
  await arriveAt(server, applicant, '/apply/authorized-user/list', {
    applicationData: {
      billingAddressLine: 'P.O. Box 12',
      billingCity: 'Edina',
      billingState: 'MN',
      billingPostalCode: '55424',
    },
  });
  const open = async (address: string) => {
    await page.goto(new URL(address, page.url()).href);
    await page.getByRole('heading', { level: 1 }).waitFor();
    const change = page.getByRole('button', { name: /^Change .*(EIN|Social Security)/ });
    if (await change.isVisible()) await change.click();
  };
  for (const [address, fields] of Object.entries(told)) {
    await open(address);
    for (const [label, ...expected] of fields)
      expect(await attributes(control(page, label)), `${address} ${label}`).toEqual(expected);
  }
  for (const address of aboutOthers) {
    await open(address);
    const typed = page.getByRole('main').getByRole('textbox').or(page.getByRole('combobox'));
    expect(await typed.count(), address).toBeGreaterThan(0);
    for (const input of await typed.all())
      expect(await input.getAttribute('autocomplete'), address).toBe('off');
  }
});

/** Tests that Next accepts answers that a password manager or the browser fills in without the events of typing. */
import type { Locator } from 'playwright-core';
import { expect } from 'vitest';
import { arriveAt } from '../support/browser/arrive.ts';
import { offerOf, openHelp } from '../support/browser/by-email.ts';
import { control } from '../support/browser/field.ts';
import { setUp } from '../support/browser/set-up.ts';
import { chooseIndustry } from '../support/browser/steps.ts';

const { server, test, testAlone } = await setUp({ persistsSession: true });

type Event = 'change' | 'none';

/** Sets the value of a control, either with a `change` event or without any event. */
async function write(into: Locator, answer: string | true, event: Event): Promise<void> {
  await into.evaluate(
    (element: HTMLInputElement | HTMLSelectElement, { given, sent }) => {
      const property = given === true ? 'checked' : 'value';
      // With `change`, set the property on the element itself, where a framework may observe it. Without an event, use the
      // prototype's setter, which a framework doesn't observe.
      const setter = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(element), property)?.set;
      if (sent === 'change') Object.assign(element, { [property]: given });
      else setter?.call(element, given);
      if (sent === 'change') element.dispatchEvent(new Event('change', { bubbles: true }));
    },
    { given: answer, sent: event },
  );
}

/** The values to fill in on each screen, keyed by label. The value true selects a radio button or checks a checkbox. */
const screens: readonly (readonly [string, readonly (readonly [name: string, answer: string | true])[]])[] = [
  ['/apply/share-information', [['I have read this and I agree', true]]],
  [
    '/apply/business',
    [
      ['Limited liability company (LLC)', true],
      ['Legal business name', 'Quiet Lawns LLC'],
      ['Business email', 'hello@quiet.example'],
    ],
  ],
  [
    '/apply/business?part=2',
    [
      ['Federal tax ID (EIN)', '12-3456789'],
      ['What does your business mainly sell or do?', 'lawn'],
    ],
  ],
  [
    '/apply/business/address',
    [
      ['Business street address', '8111 Lyndale Ave S'],
      ['Business city', 'Bloomington'],
      ['Business state', 'MN'],
      ['Business ZIP code', '55420'],
    ],
  ],
  [
    '/apply/business/additional',
    [
      ['Years in business', '12'],
      ['Number of employees', '8'],
      ['Yearly sales', '1,250,000'],
      ['Expected yearly purchases', '25,000'],
    ],
  ],
  ['/apply/business/additional/gambling', [['No', true]]],
  [
    '/apply/applicant',
    [
      ['Your full legal name', 'Dana Okafor'],
      ['Month', '4'],
      ['Day', '28'],
      ['Year', '1986'],
      ['Social Security number', '123-45-6789'],
    ],
  ],
  [
    '/apply/applicant?part=2',
    [
      ['Your email', 'dana@greenacre.example'],
      ['Your mobile or primary phone number', '202-555-0123'],
      ['Job title', 'Owner'],
      ['Your yearly income', '85,000'],
    ],
  ],
  [
    '/apply/applicant?part=3',
    [
      ['Rent', true],
      ['Monthly housing payment', '1,500'],
      ['Years at your current home', '4'],
      ['How much of the business do you own?', '60'],
    ],
  ],
];

const silently = screens.map(([address, answers]) => [address, 'none', answers] as const);
const withAChange = screens.slice(0, 5).map(([address, answers]) => [address, 'change', answers] as const);

test.for([...silently, ...withAChange])(
  '%s: Next accepts values that were filled in with the event %s',
  async ([address, event, answers], { applicant }) => {
    const { page, next } = applicant;
    await arriveAt(server, applicant, address);
    const before = page.url();
    if (address === '/apply/business?part=2') await chooseIndustry(applicant);
    // Wait until the input with suggestions has replaced the plain input. Otherwise the test might fill in the plain input.
    if (address === '/apply/business/address')
      await page.getByRole('combobox', { name: 'Business street address' }).waitFor();
    const named = (name: string, answer: string | true) =>
      answer === true
        ? page.getByRole('radio', { name, exact: true }).or(page.getByRole('checkbox', { name, exact: true }))
        : control(page, name);
    for (const [name, answer] of answers) await write(named(name, answer), answer, event);
    await next();
    await page.waitForURL((url) => url.href !== before);
    await page.goBack();
    for (const [name, answer] of answers) {
      if (name === 'Federal tax ID (EIN)' || name === 'Social Security number') continue;
      if (answer === true) expect(await named(name, answer).isChecked(), name).toBe(true);
      else expect(await named(name, answer).inputValue(), name).toBe(answer);
    }
  },
);

test('silently filled answers stay while typing into another field', async ({ applicant }) => {
  const { page, next, fill, sees } = applicant;
  await arriveAt(server, applicant, '/apply/applicant?part=2');
  await fill('Your email', 'dana@greenacre.example');
  await fill('Your mobile or primary phone number', '202-555-0123');
  const job = control(page, 'Job title');
  await write(job, 'Owner', 'none');
  await fill(/Your yearly income/, '85,000');
  expect(await job.inputValue()).toBe('Owner');
  await next();
  await sees('Your home and your share of the business');
  // If a script empties a field, the field stays empty.
  await page.goBack();
  await write(job, '', 'none');
  await next();
  await page.getByText(/^Error: .* Required Field$/).waitFor();
});

testAlone('a street filled in before its suggestions load is accepted by Next', async ({ applicant }) => {
  const { page, next, pressKey, sees } = applicant;
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route('**/assets/custom-screens-*.js', (route) => released.then(() => route.continue()));
  await arriveAt(server, applicant, '/apply/business/address');
  await write(control(page, 'Business street address'), '8111 Lyndale Ave S', 'none');
  release();
  // Help offers “Save and finish later” only after the file with the suggestions has loaded.
  await openHelp(applicant);
  await offerOf(applicant).waitFor();
  await pressKey('Escape');
  await write(control(page, 'Business city'), 'Bloomington', 'none');
  await write(control(page, 'Business state'), 'MN', 'none');
  await write(control(page, 'Business ZIP code'), '55420', 'none');
  await next();
  await sees(/Is your billing address the same/);
});

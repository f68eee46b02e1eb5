/** Tests whole applications of businesses whose legal form requires fewer answers than an LLC. */
import { expect } from 'vitest';
import { control, descriptions } from '../support/browser/field.ts';
import { setUp } from '../support/browser/set-up.ts';
import {
  begin,
  declineCards,
  fillApplicant,
  fillBusiness,
  passReview,
  signAndSubmit,
} from '../support/browser/steps.ts';

const { server, test } = await setUp();

test('a sole proprietorship gets no questions about owners', async ({ applicant }) => {
  await begin(applicant, server.at('toro'));
  await fillBusiness(applicant, { legalForm: 'Sole proprietorship' });
  await applicant.next();
  await fillApplicant(applicant);
  await applicant.answer('Yes');
  await declineCards(applicant);
  await passReview(applicant);
  await signAndSubmit(applicant, true);
  await applicant.sees('We received your application');
  expect(applicant.page.url()).toContain('/apply/finish/completed');
});

test('a municipality applies without a guarantor', async ({ applicant }) => {
  await begin(applicant, server.at('exmark'));
  await fillBusiness(applicant, { legalForm: 'Government (city, county, or other)' });
  await applicant.next();
  await fillApplicant(applicant);
  // Without a required guarantee, the text before the question says only what Yes means.
  const guarantee = control(applicant.page, 'Will you personally guarantee this account?');
  await expect
    .poll(() => descriptions(guarantee))
    .toEqual([
      'Before you answer:If you say yes and the business doesn’t pay, you must pay everything it owes on this account with your own money. There’s no limit.',
    ]);
  await applicant.answer('No');
  await declineCards(applicant);
  await passReview(applicant);
  await applicant.page.getByText('0 of 3 agreements done').waitFor();
  expect(await applicant.page.getByRole('main').getByRole('listitem').count()).toBe(3);
  await signAndSubmit(applicant, false);
  await applicant.sees('We received your application');
});

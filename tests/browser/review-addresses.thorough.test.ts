/** Tests addresses of the review that name no question. */
import { arriveAt } from '../support/browser/arrive.ts';
import { setUp } from '../support/browser/set-up.ts';

const { server, test } = await setUp({ persistsSession: true });

const theReview = 'Check your answers before you agree and submit';

test('an address of the review without a question goes to the review, or to the first open step', async ({
  applicant,
}) => {
  const { page, sees } = applicant;
  page.on('dialog', (leaving) => void leaving.accept());
  const origin = server.at('demo');
  await arriveAt(server, applicant, '/apply/review');
  for (const path of [
    '/apply/review/question/favoriteColor',
    '/apply/review/question/__proto__',
    '/apply/review/question/fullName?owner=7',
    '/apply/review/question/',
    '/apply/review/edit',
    '/apply/review/edit?answers=nothing',
  ]) {
    await page.goto(origin + path);
    await page.waitForURL(`${origin}/apply/review`);
    await sees(theReview);
  }
  await page.goto(`${origin}/apply/review/question/dba`);
  await sees(/Trade name/);
  await page.goto(`${origin}/apply/review/edit?answers=business-address`);
  await sees('Business address');
  await arriveAt(server, applicant, '/apply/applicant');
  await page.goto(`${origin}/apply/review/question/dba`);
  await sees('Who’s applying?');
});

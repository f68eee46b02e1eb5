/** Tests how a person resumes a draft on the same device (D55): the offer, the questions, and the restored answers. */
import { expect } from 'vitest';
import {
  facts,
  inNewTab,
  leaveDraft,
  offerOf,
  openIntro,
  tellFacts,
  unlock,
} from '../support/browser/coming-back.ts';
import { setUp } from '../support/browser/set-up.ts';
import { begin, describeBusiness } from '../support/browser/steps.ts';
import { lastFour } from '../support/last-four.ts';
import { issueStartKey } from '../support/start-keys.ts';
import { storedApplication } from '../support/stored-applications.ts';

const { server, test, testAlone } = await setUp();

const stored = (id: string) => storedApplication(server.services, id);
const demo = server.at('demo');

test('after a reload, the offer reveals nothing, the facts open the draft, and stored answers are not asked for again', async ({
  applicant,
}) => {
  const { page, sees } = applicant;
  const told: string[] = [];
  page.on('request', (request) => told.push(new URL(request.url()).pathname));
  await begin(applicant, demo);
  await applicant.pick('Limited liability company (LLC)');
  await applicant.fill('Legal business name', 'Bright Lawn Care LLC');
  await applicant.fill('Business email', 'office@brightlawn.example');
  await applicant.next();
  await describeBusiness(applicant);
  await applicant.allSaved();
  page.once('dialog', (dialog) => dialog.accept());
  await page.reload();
  await sees('Apply for the');
  await offerOf(applicant).waitFor();
  // The page sends nothing when it unloads (D28).
  expect(told.filter((path) => path.includes('/finish/'))).toEqual([]);
  const shown = await page.content();
  expect(shown).not.toMatch(/Bright|561730|brightlawn/);
  expect(shown).not.toMatch(lastFour('6789'));
  await unlock(applicant, '6789');
  expect(await page.getByRole('main').innerText()).toContain('Bright Lawn Care LLC');
  await sees('Where is your business?');
});

test('the page sums up the draft, and shows no sensitive answer of an earlier session in full', async ({
  applicant,
}) => {
  const { page, sees, next } = applicant;
  await leaveDraft(server, applicant, 'demo', { applicant: true });
  await page.goto(`${demo}/apply/finish/timeout`);
  await unlock(applicant, facts.taxIdLast4, facts.born);
  const main = page.getByRole('main');
  await main.getByText('Larkspur Lawn Care LLC').waitFor();
  await main.getByText('Continue below.', { exact: true }).waitFor();
  await main.getByText(/You uploaded articles\.pdf/).waitFor();
  await sees('Proof of business');
  await page.getByRole('button', { name: 'Remove articles.pdf' }).waitFor();
  expect(await page.locator('.file-picture img').count()).toBe(0);
  await next();
  await sees('Who’s applying?');
  expect(await applicant.valueIn('Your full legal name')).toBe('Zoë Q. Larkspur');
  await page.getByRole('group', { name: 'Date of birth' }).getByText('Saved').waitFor();
  await page.getByText('ending in 7 7 3 1').waitFor();
  await next();
  await sees('Your contact details and job');
  expect(await page.content()).not.toMatch(/91827364|7310457|(?<![\w-])1971\b/);
});

test('a person is asked the question at which they stopped without an answer', async ({ applicant }) => {
  const { page } = applicant;
  const size = {
    yearsInBusiness: null,
    employeeCount: null,
    annualSalesAmount: null,
    expectedPurchaseAmount: null,
  };
  await leaveDraft(server, applicant, 'demo', { business: size });
  await page.goto(`${demo}/resume`);
  await tellFacts(applicant, facts.taxIdLast4);
  await applicant.sees(/Is your billing address the same/);
});

test('“This isn’t my application” erases the draft immediately after a confirmation', async ({
  applicant,
}) => {
  const { page, sees, press } = applicant;
  const { id } = await leaveDraft(server, applicant, 'demo');
  await openIntro(applicant, demo);
  await offerOf(applicant).click();
  await press('This isn’t my application');
  const question = page.getByRole('alertdialog', { name: 'Remove this application from this device?' });
  await question.getByRole('button', { name: 'Keep it' }).click();
  expect((await stored(id)).isErased).toBe(false);
  await press('This isn’t my application');
  await question.getByRole('button', { name: 'Remove it' }).click();
  await sees('The application was removed from this device');
  expect((await stored(id)).isErased).toBe(true);
  await press('Start a new application');
  await sees('Apply for the');
  await page.goto(`${demo}/resume`);
  await sees('No saved application on this device');
});

test('each of five wrong tries says what to do and reveals nothing, and the fifth erases the draft', async ({
  applicant,
}) => {
  const { page, sees } = applicant;
  const { id } = await leaveDraft(server, applicant, 'demo', { applicant: true });
  await page.goto(`${demo}/resume`);
  await sees('Pick up where you left off');
  await tellFacts(applicant, '59');
  await page.getByText('Enter the last 4 digits of your tax ID.').waitFor();
  for (const wrong of ['0000', facts.taxIdLast4, '1111', '2222']) {
    await tellFacts(applicant, wrong);
    await page.getByRole('alert').getByText('That doesn’t match.').waitFor();
    expect(await page.getByRole('main').innerText()).not.toMatch(/Larkspur|drafts|left(?! off)|1971/);
  }
  expect((await stored(id)).isErased).toBe(false);
  await tellFacts(applicant, '3333');
  await sees('We removed the application from this device');
  expect((await stored(id)).isErased).toBe(true);
  await applicant.press('Start a new application');
  await sees('Apply for the');
});

test('an old tab says after a resume that its session has ended, and can resume too', async ({
  applicant,
}) => {
  const { page, sees } = applicant;
  await leaveDraft(server, applicant, 'demo');
  await openIntro(applicant, demo);
  await unlock(applicant, facts.taxIdLast4);
  const other = await inNewTab(applicant, `${demo}/resume`);
  await tellFacts(other, facts.taxIdLast4);
  await other.page.getByText('Welcome back.').first().waitFor();
  await sees('Proof of business');
  await applicant.next();
  await sees('Your session has ended');
  await offerOf(applicant).waitFor();
  expect(await page.content()).not.toMatch(/Larkspur/);
  await other.sees('Proof of business');
  await other.page.close();
});

test('a start key for a shared device offers no resume, and the first screen says so', async ({
  applicant,
}) => {
  const { page } = applicant;
  await leaveDraft(server, applicant, 'demo');
  const { key } = await issueStartKey(server.services, { isShared: true });
  const kept = page.getByText(/you can continue on this device for 24 hours after your last answer/);
  await openIntro(applicant, demo);
  await kept.waitFor();
  await offerOf(applicant).waitFor();
  await openIntro(applicant, `${demo}/start/${key}`);
  await kept.waitFor({ state: 'detached' });
  await page.getByText('On this device, we keep your answers only while this page is open.').waitFor();
  expect(await offerOf(applicant).count()).toBe(0);
});

testAlone(
  'a page that a person leaves holds no answers when the browser restores it (X8)',
  async ({ applicant }) => {
    const { page } = applicant;
    await leaveDraft(server, applicant, 'demo');
    await page.goto(`${demo}/resume`);
    await tellFacts(applicant, facts.taxIdLast4);
    await page.getByText('Welcome back.').first().waitFor();
    await page.evaluate(() => dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true })));
    expect(await page.content()).not.toContain('Larkspur');
    const left = () =>
      page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie]));
    expect(await left()).toBe('[{},{},""]');
  },
);

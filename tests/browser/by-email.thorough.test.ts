/**
 * Tests that a person can resume a draft by email (D55), with two people or two devices. The tests read the codes and links in
 * the emails that the server sends.
 */
import { expect, onTestFinished } from 'vitest';
import { alertOf, press } from '../support/browser/alert.ts';
import type { Applicant } from '../support/browser/applicant.ts';
import { newApplicant, phone, startTestServer } from '../support/browser/applicant.ts';
import {
  askForCode,
  dialogOf,
  giveCode,
  offerOf,
  openHelp,
  saveByEmail,
} from '../support/browser/by-email.ts';
import { pdf, sendDocument } from '../support/browser/documents.ts';
import { loseNextResponse } from '../support/browser/lost-responses.ts';
import { codeTo, linkTo, mailsTo } from '../support/browser/mailbox.ts';
import { setUp } from '../support/browser/set-up.ts';
import {
  addOnlyCardUser,
  addOwner,
  begin,
  fillApplicant,
  fillBusiness,
  goToBusinessAddress,
  passReview,
  signAndSubmit,
} from '../support/browser/steps.ts';
import { lastFour } from '../support/last-four.ts';
import { change, folderCopy } from '../support/programs.ts';
import { samplePdf } from '../support/sample-application.ts';

const { server, browser, testAlone: test } = await setUp();
const desk = { width: 1280, height: 800 };

/** Opens a browser for another person, or for another device of the same person. The browser closes when the test ends. */
async function another(viewport = phone): Promise<Applicant> {
  const applicant = await newApplicant(browser, { viewport });
  onTestFinished(applicant.close);
  return applicant;
}

/** Answers the questions about the business up to its address, and saves the draft by email. Returns the resume link. */
async function saveBusiness(applicant: Applicant, address: string): Promise<string> {
  await goToBusinessAddress(applicant, server.at('demo'));
  await openHelp(applicant);
  await offerOf(applicant).click();
  return saveByEmail(applicant, server, address);
}

const refused = ({ reads }: Applicant) => reads('That code is wrong or has expired');

/** Position of a resume link's first code among all codes sent to an email address. An earlier code verified the address. */
const firstCodeOfLink = 2;

test('an application started on a phone is finished on a laptop', async ({ applicant }) => {
  const address = 'dana@greenacre.example';
  await begin(applicant, server.at('demo'));
  await fillBusiness(applicant);
  await sendDocument(applicant, pdf('certificate.pdf', samplePdf));
  await applicant.next();
  await applicant.reads('Your business details are done. Next: your details.');
  await offerOf(applicant).click();
  const link = await saveByEmail(applicant, server, address);
  await applicant.press('Leave for now');
  await applicant.sees('Your application is saved');
  expect(await applicant.page.content()).not.toMatch(/greenacre|Bright/);
  expect(await applicant.page.content()).not.toMatch(lastFour('6789'));

  const laptop = await another(desk);
  await askForCode(laptop, link);
  expect(laptop.page.url()).toMatch(/\/resume$/);
  await giveCode(laptop, await codeTo(server, address, firstCodeOfLink));
  await laptop.page.getByText('Welcome back.').first().waitFor();
  await fillApplicant(laptop, '60');
  await laptop.answer('Yes');
  await addOwner(laptop, 'Sam Lee', '40');
  await laptop.next();
  await addOnlyCardUser(laptop, 'Ola Berg');
  await passReview(laptop);
  await signAndSubmit(laptop, true);
  await laptop.sees('We received your application');
  await laptop.page.getByText(/^[A-Z]{4}-\d{4}-\d{4}$/).waitFor();
});

test('a link scanner that opens the link changes nothing, and one that presses its button gets no code', async ({
  applicant,
}) => {
  const address = 'scanned@greenacre.example';
  const link = await saveBusiness(applicant, address);
  const before = (await mailsTo(server, address)).length;
  const scanner = await another(desk);
  await scanner.goTo(link);
  await scanner.sees('Continue your application');
  await scanner.page.waitForLoadState('networkidle');
  expect(await mailsTo(server, address)).toHaveLength(before);

  const pressing = await another(desk);
  await askForCode(pressing, link);
  const code = await codeTo(server, address, firstCodeOfLink);
  expect(await pressing.page.content()).not.toContain(code);
  await giveCode(pressing, code === '000000' ? '000001' : '000000');
  await refused(pressing);

  // The link still works for the draft's owner.
  const owner = await another();
  await askForCode(owner, link);
  await giveCode(owner, await codeTo(server, address, firstCodeOfLink + 1));
  await owner.page.getByText('Welcome back.').first().waitFor();
});

test('a code is invalid after five wrong tries, and a new one works', async ({ applicant }) => {
  const address = 'guessed@greenacre.example';
  const link = await saveBusiness(applicant, address);
  const owner = await another();
  await askForCode(owner, link);
  const code = await codeTo(server, address, firstCodeOfLink);
  const wrong = code === '111111' ? '222222' : '111111';
  for (let guess = 0; guess < 5; guess += 1) {
    const answered = owner.page.waitForResponse('**/resume/link/open');
    await giveCode(owner, wrong);
    expect((await answered).status()).toBe(404);
    await refused(owner);
  }
  const answered = owner.page.waitForResponse('**/resume/link/open');
  await giveCode(owner, code);
  expect((await answered).status()).toBe(404);
  await owner.press('Send a new code');
  await owner.reads('we sent a new code');
  await giveCode(owner, await codeTo(server, address, firstCodeOfLink + 1));
  await owner.page.getByText('Welcome back.').first().waitFor();
});

test('the code that verifies an address is also invalid after five wrong tries', async ({ applicant }) => {
  const address = 'mistyped@greenacre.example';
  await goToBusinessAddress(applicant, server.at('demo'));
  await openHelp(applicant);
  await offerOf(applicant).click();
  await applicant.fill('Your email', address);
  await applicant.press('Send code');
  const code = await codeTo(server, address);
  for (const typed of [...Array(5).fill(code === '333333' ? '444444' : '333333'), code]) {
    const answered = applicant.page.waitForResponse('**/resume/email/confirm');
    await giveCode(applicant, typed);
    expect((await answered).status()).toBe(404);
    await applicant.reads('That code is wrong or has expired.');
  }
  expect(await mailsTo(server, address)).toHaveLength(1);
  await applicant.press('Send a new code');
  await giveCode(applicant, await codeTo(server, address, 2));
  await applicant.reads('Your application is saved.');
});

test('a call with a lost response is not repeated automatically, and the same code still works', async ({
  applicant,
}) => {
  const address = 'lost@greenacre.example';
  const tried: string[] = [];
  const notes = ({ page }: Applicant) =>
    page.on('request', (request) => {
      if (request.method() === 'POST' && request.url().includes('/api/v1/resume/'))
        tried.push(request.url().split('/api/v1/resume/')[1] ?? '');
    });
  const lostOnce = async (at: Applicant, path: string, press: string) => {
    tried.length = 0;
    await loseNextResponse(at, `/api/v1/resume/${path}`);
    await at.press(press);
  };
  notes(applicant);
  await goToBusinessAddress(applicant, server.at('demo'));
  await openHelp(applicant);
  await offerOf(applicant).click();
  await applicant.fill('Your email', address);
  await lostOnce(applicant, 'email', 'Send code');
  await alertOf(applicant).waitFor();
  expect(tried).toEqual(['email']);
  await press(applicant, 'Try again');
  await applicant.fill('Code from the email', await codeTo(server, address, 2));
  await lostOnce(applicant, 'email/confirm', 'Continue');
  await alertOf(applicant).waitFor();
  await press(applicant, 'Try again');
  await applicant.reads('Your application is saved.');
  expect(tried).toEqual(['email/confirm', 'email/confirm']);
  const link = await linkTo(server, address);

  const laptop = await another(desk);
  notes(laptop);
  const away = 'Something went wrong.';
  await laptop.goTo(link);
  await lostOnce(laptop, 'link', 'Send me a code');
  await laptop.reads(away);
  expect(tried).toEqual(['link']);
  await laptop.press('Send me a code');
  await laptop.fill('Code from the email', await codeTo(server, address, 4));
  await lostOnce(laptop, 'link/open', 'Continue');
  await laptop.reads(away);
  expect(tried).toEqual(['link/open']);
  await laptop.press('Continue');
  await laptop.page.getByText('Welcome back.').first().waitFor();
});

test('a program without resume links does not offer them', async () => {
  const folder = await folderCopy();
  await change(folder, 'demo/program.json', { resume: { byEmail: false } });
  const without = await startTestServer({ env: { PROGRAMS_DIR: folder } });
  onTestFinished(without.stop);
  const applicant = await another();
  await goToBusinessAddress(applicant, without.at('demo'));
  await openHelp(applicant);
  await applicant.seesDialog('Help');
  expect(await offerOf(applicant).count()).toBe(0);
});

test('a person who was forwarded the link gets no code, and can close it for everyone', async ({
  applicant,
}) => {
  const address = 'forwarded@greenacre.example';
  const link = await saveBusiness(applicant, address);
  const stranger = await another(desk);
  await askForCode(stranger, link);
  await codeTo(server, address, firstCodeOfLink);
  await stranger.press('This isn’t my application');
  await stranger.seesDialog('Turn off this link?');
  await stranger.press('Turn it off');
  await stranger.sees('We turned off the link');

  const owner = await another();
  await owner.goTo(link);
  await owner.press('Send me a code');
  await owner.sees('Enter the code');
  await giveCode(owner, '123456');
  await refused(owner);
  // The page doesn't reveal that the link is turned off, but the server has sent no further code.
  expect(await mailsTo(server, address)).toHaveLength(3);
});

test('after a resume, the old tab says that its session has ended, and the link no longer works', async ({
  applicant,
}) => {
  const address = 'moved@greenacre.example';
  const link = await saveBusiness(applicant, address);
  await applicant.press('Keep going');
  await dialogOf(applicant).waitFor({ state: 'detached' });
  const laptop = await another(desk);
  await askForCode(laptop, link);
  await giveCode(laptop, await codeTo(server, address, firstCodeOfLink));
  await laptop.page.getByText('Welcome back.').first().waitFor();

  await applicant.search(/street address/, '8111 Lyndale Ave S');
  await applicant.fill(/city/, 'Bloomington');
  await applicant.choose(/state/, 'Minnesota (MN)');
  await applicant.fill(/ZIP code/, '55420');
  await applicant.next();
  await applicant.sees('Your session has ended');

  const again = await another();
  await askForCode(again, link);
  await giveCode(again, '123456');
  await refused(again);
  // In the new session, the person can request another link.
  await laptop.sees('Where is your business?');
  await offerOf(laptop).click();
  await laptop.fill('Your email', address);
  await laptop.press('Send code');
  await laptop.fill('Code from the email', await codeTo(server, address, firstCodeOfLink + 1));
  await laptop.press('Continue');
  await laptop.reads('Your application is saved.');
  expect(await linkTo(server, address, 2)).not.toBe(link);
});

test('the link works up to the fifth day after the last answer, and not after it', async ({ applicant }) => {
  const hour = 60 * 60_000;
  const address = 'late@greenacre.example';
  const link = await saveBusiness(applicant, address);
  server.advance(5 * 24 * hour - hour);
  const inTime = await another();
  await askForCode(inTime, link);
  await codeTo(server, address, firstCodeOfLink);
  server.advance(2 * hour);
  const late = await another();
  await askForCode(late, link);
  await giveCode(late, '123456');
  await refused(late);
});

test('the secret disappears from the URL immediately, and from the page with a reload', async ({
  applicant,
}) => {
  const { page, goTo, sees } = applicant;
  await goTo(`${server.at('demo')}/resume#${'a'.repeat(43)}`);
  await sees('Continue your application');
  expect(page.url()).toBe(`${server.at('demo')}/resume`);
  const held = await page.evaluate(() =>
    JSON.stringify([{ ...localStorage }, { ...sessionStorage }, history.state, document.cookie]),
  );
  expect(held).not.toContain('aaaa');
  await page.reload();
  await sees('Open the link in your email again');
  // Opening a second link in the same tab does not load the page again.
  await page.evaluate(() => location.assign(`/resume#${'b'.repeat(43)}`));
  await sees('Continue your application');
  expect(page.url()).toBe(`${server.at('demo')}/resume`);
});

/**
 * Tests that each test driver can press a dialog's button that is at the place of the previous press. A dialog that has just
 * opened ignores presses at this place. A person waits long enough, and a driver must do the same. Otherwise the result of a test
 * would depend on the positions of a dialog's buttons, and so on the installed fonts.
 */
import type { Page } from 'playwright-core';
import { expect, onTestFinished, test } from 'vitest';
import type { Means, Tab } from '../engines/engine.ts';
import { personAt } from '../engines/person.ts';
import { newApplicant } from '../support/browser/applicant.ts';
import { arriveAt } from '../support/browser/arrive.ts';
import type { Hands } from '../support/browser/hands.ts';
import { handsOn } from '../support/browser/hands.ts';
import { keyboardOn } from '../support/browser/keyboard.ts';
import { setUpBrowser, setUpServer } from '../support/browser/set-up.ts';
import { thumbsOn } from '../support/browser/thumbs.ts';

const [server, browser] = await Promise.all([setUpServer({ persistsSession: true }), setUpBrowser()]);

/** Returns a tab with the same interface as the tabs of the other browser engines' drivers. */
const tabOn = (page: Page, means: Means): Tab => ({
  goTo: async (address) => void (await page.goto(address)),
  inPage: (run, ...args) => page.evaluate(`(${run})(...${JSON.stringify(args)})`),
  pressAt: (x, y) => (means === 'touch' ? page.touchscreen.tap(x, y) : page.mouse.click(x, y)),
  type: (text) => page.keyboard.type(text),
  pressKey: (key) => page.keyboard.press(key),
  giveFile: (selector, path) => page.locator(selector).setInputFiles(path),
  picture: () => page.screenshot(),
  end: () => page.close(),
});

type HandsBy = (page: Page) => Pick<Hands, 'press'> | Promise<Pick<Hands, 'press'>>;

const all: readonly (readonly [name: string, means: Means, by: HandsBy])[] = [
  ['the pointer', 'pointer', handsOn],
  ['touches', 'touch', thumbsOn],
  ['keys', 'keys', keyboardOn],
  ['the pointer of other engines', 'pointer', (page) => personAt(tabOn(page, 'pointer'), 'pointer')],
  ['touches of other engines', 'touch', (page) => personAt(tabOn(page, 'touch'), 'touch')],
  ['keys of other engines', 'keys', (page) => personAt(tabOn(page, 'keys'), 'keys')],
];

test.for(all)('%s can press a button that appears at the place of the last press', async ([, means, by]) => {
  const applicant = await newApplicant(browser, { hasTouch: means === 'touch' });
  onTestFinished(applicant.close);
  const { page } = applicant;
  const { press } = await by(page);
  await arriveAt(server, applicant, '/apply/owner/list', {
    applicant: { percentageOwned: 40 },
    owners: [
      { fullName: 'Sam Lee', percentageOwned: 30 },
      { fullName: 'Ann Bell', percentageOwned: 30 },
    ],
  });
  const remove = page.getByRole('button', { name: 'Remove Sam Lee' });
  const question = page.getByRole('alertdialog', { name: 'Remove Sam Lee?' });
  await remove.click();
  const confirm = await question.getByRole('button', { name: 'Remove' }).boundingBox();
  await question.getByRole('button', { name: 'Keep Sam Lee' }).click();
  await question.waitFor({ state: 'detached' });
  if (!confirm) throw new Error('The question has no button.');
  const size = 48;
  const ask = 'Ask about Sam Lee';
  // Give the button that opens the question another name than the question's button, so that each can be found by its name.
  await remove.evaluate((button, name) => Object.assign(button, { ariaLabel: name }), ask);
  await page
    .getByRole('button', { name: ask })
    .evaluate((button, style) => Object.assign(button.style, style), {
      position: 'fixed',
      left: `${confirm.x + (confirm.width - size) / 2}px`,
      top: `${confirm.y + (confirm.height - size) / 2}px`,
      width: `${size}px`,
      height: `${size}px`,
    });

  await press(ask);
  await press('Remove Sam Lee');
  await page.getByRole('status').getByText('Sam Lee removed').waitFor();
  expect(await question.count()).toBe(0);
});

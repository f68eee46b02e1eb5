/**
 * Tests that screens look like agreed pictures in light and dark mode: the first and last screen of each program, and screens
 * that together show all kinds of interface elements. `npm run test:all` compares all of them, and other runs compare the first
 * screens and a sample of the others. The pictures are reduced to what a person sees at arm's length. After a change, look at the
 * screenshots of `npm run screens -- --all`, then accept the new look with `AGREE=true ROUNDS=20 vitest run --project
 * accessibility agreed-pictures`.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { gallery } from '../support/browser/gallery.ts';
import type { Area } from '../support/browser/glance.ts';
import { colorDistance, differenceOf, glanceAt } from '../support/browser/glance.ts';
import { addStyle } from '../support/browser/page-checks.ts';
import { setUp } from '../support/browser/set-up.ts';
import { someOf } from '../support/rounds.ts';

const { server, test } = await setUp({ persistsSession: true });
const servers = { served: server, persisting: server };

/** The folder of the agreed pictures. They are stored in the reduced size in which the test compares them. */
const folder = join(import.meta.dirname, 'agreed');

/**
 * The maximum share of a picture that may differ from the agreed picture. Changing to a serif font changes at most 0.024 of a
 * picture. Hiding cards and buttons changes at least 0.039 (2026-11-23).
 */
const tolerated = 0.03;

/**
 * The maximum difference of the main button's color, out of 255. Changing to a serif font changes this color by at most 9
 * (2026-11-23).
 */
const toleratedColorDifference = 24;

/**
 * The minimum share of the picture in which the first screens of any two programs must differ. The two most similar screens,
 * a silver and a green card in dark mode, differ in 0.19 of the picture (2026-11-26).
 */
const apart = 0.16;

const phone = { width: 390, height: 844 };
const desk = { width: 1280, height: 800 };
const modes = ['light', 'dark'] as const;

const programs = server.services.programs.all.map(({ domainKey }) => domainKey);

/** Returns entries of the gallery, as one program shows them on a phone. */
const onPhone = (program: string, ...names: readonly string[]) =>
  names.map((name) => ({ name, program, window: phone }));

/** The screens to compare, each with its program and window size. */
const agreed = [
  ...programs.flatMap((program) => onPhone(program, 'intro')),
  ...programs.flatMap((program) => onPhone(program, 'finish-completed')),
  ...onPhone('yard-card', 'finish-pending'),
  ...onPhone('toro', 'business', 'business-in-error', 'owner', 'applicant-saved'),
  ...onPhone(
    'default',
    'business-additional-proof-uploaded-pdf',
    'agreement-terms',
    'review',
    'control-question-stop',
  ),
  ...onPhone(
    'exmark',
    'applicant-guarantor-question-stop',
    'error',
    'error-session-invalid',
    'finish-timeout',
  ),
  ...['intro', 'business', 'finish-completed'].map((name) => ({ name, program: 'cub-cadet', window: desk })),
] as const;

/** Whether the picture is the first screen on a phone. */
const isIntro = ({ name, window }: (typeof agreed)[number]) => name === 'intro' && window === phone;

const fileOf = ({ name, program, window }: (typeof agreed)[number], mode: (typeof modes)[number]) =>
  join(folder, `${name}-${program}-${window.width}-${mode}.png`);

/** Returns a screenshot of the page in light or dark mode, in the reduced size and without the blinking caret. */
async function pictureOf(page: Page, colorScheme: 'light' | 'dark'): Promise<Buffer> {
  await page.emulateMedia({ colorScheme });
  return glanceAt(await page.screenshot({ caret: 'hide', animations: 'disabled' }));
}

/** Returns the bounding box of the main button, or undefined if no main button is in view. */
async function mainButton(page: Page): Promise<Area | undefined> {
  const button = page.locator('.bottom-bar .button:not(.button--quiet), .swipe').first();
  const box = (await button.count()) > 0 ? await button.boundingBox() : null;
  const isInView = box !== null && box.y + box.height <= (page.viewportSize()?.height ?? 0);
  return isInView ? box : undefined;
}

/** The screens that this run compares. */
const compared = [...agreed.filter(isIntro), ...someOf(agreed.filter((shown) => !isIntro(shown)))];

test.for(compared)('$name of $program at $window.width', async (shown, { applicant }) => {
  const { page } = applicant;
  const { name, program, window } = shown;
  await page.setViewportSize(window);
  await gallery.find((entry) => entry.name === name)?.open(applicant, servers, program);
  const button = await mainButton(page);
  for (const mode of modes) {
    const seen = await pictureOf(page, mode);
    if (process.env['AGREE']) writeFileSync(fileOf(shown, mode), seen);
    const before = readFileSync(fileOf(shown, mode));
    expect(await differenceOf(before, seen), `${mode}: share of the picture that differs`).toBeLessThan(
      tolerated,
    );
    if (button)
      expect(await colorDistance(before, seen, button), `${mode}: color of the button`).toBeLessThan(
        toleratedColorDifference,
      );
  }
});

test('the comparison detects a button in another color, even if it is a small part of the picture', async ({
  applicant,
}) => {
  const { page } = applicant;
  const [shown] = agreed.filter(({ name, program }) => name === 'business' && program === 'toro');
  if (!shown) throw new Error('The screen is not among those agreed on.');
  await gallery.find(({ name }) => name === shown.name)?.open(applicant, servers, shown.program);
  const before = await pictureOf(page, 'light');
  await addStyle(page, '.button { background: #1B5E35 !important; border-color: #1B5E35 !important }');
  const button = await mainButton(page);
  const distance = button && (await colorDistance(before, await pictureOf(page, 'light'), button));
  expect(distance).toBeGreaterThan(2 * toleratedColorDifference);
});

test.for(modes)('no two programs look alike at arm’s length: %s', async (mode) => {
  const intros = agreed.filter(isIntro);
  const alike: string[] = [];
  for (const [index, one] of intros.entries())
    for (const other of intros.slice(index + 1)) {
      const [a, b] = [one, other].map((intro) => readFileSync(fileOf(intro, mode)));
      if (a && b && (await differenceOf(a, b)) < apart) alike.push(`${one.program} and ${other.program}`);
    }
  expect(intros).toHaveLength(programs.length);
  expect(alike).toEqual([]);
});

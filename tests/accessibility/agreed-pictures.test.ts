/**
 * The look that was agreed on: of each program's first screen and of the screens that show what all others are made of,
 * light and dark, as seen at arm's length. A look that is meant to change is agreed on anew by
 * `AGREE=true vitest run --project accessibility agreed-pictures`; open the pictures in `screens/` first.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { gallery } from '../support/browser/gallery.ts';
import { differenceOf, glanceAt } from '../support/browser/glance.ts';
import { setUp } from '../support/browser/set-up.ts';

const { server, testAlone } = await setUp({ persistsSession: true });
const servers = { served: server, persisting: server };

/** Where the agreed pictures are kept, each as small as it is compared. */
const folder = join(import.meta.dirname, 'agreed');

/**
 * The share of a picture that may be another: a serif or a fixed-width font changes up to 0.021 of these, hidden cards and
 * buttons at least 0.039, green buttons 0.024 to 0.088 on a phone (2026-11-23).
 */
const tolerated = 0.03;

const phone = { width: 390, height: 844 };
const desk = { width: 1280, height: 800 };

const programs = server.services.programs.all.map(({ domainKey }) => domainKey);

/** The screens that are compared, with the programs and windows in which they are. */
const agreed = [
  ...programs.map((program) => ({ name: 'intro', program, window: phone })),
  // Yard Card asks for a document first.
  ...programs
    .filter((program) => program !== 'yard-card')
    .map((program) => ({ name: 'finish-completed', program, window: phone })),
  { name: 'finish-pending', program: 'yard-card', window: phone },
  ...['business', 'business-in-error', 'owner', 'applicant-2-saved'].map((name) => ({
    name,
    program: 'toro',
    window: phone,
  })),
  ...['business-additional-proof-uploaded-pdf', 'agreement-terms', 'review', 'control-question-stop'].map(
    (name) => ({
      name,
      program: 'default',
      window: phone,
    }),
  ),
  ...['intro', 'business', 'finish-completed'].map((name) => ({ name, program: 'cub-cadet', window: desk })),
] as const;

/** The page as it stands, in one mode, with nothing blinking in it. */
async function pictureOf(page: Page, colorScheme: 'light' | 'dark'): Promise<Buffer> {
  await page.emulateMedia({ colorScheme });
  return glanceAt(await page.screenshot({ caret: 'hide', animations: 'disabled' }));
}

testAlone.for(agreed)(
  '$name of $program at $window.width',
  async ({ name, program, window }, { applicant }) => {
    const { page } = applicant;
    await page.setViewportSize(window);
    await gallery.find((entry) => entry.name === name)?.open(applicant, servers, program);
    for (const mode of ['light', 'dark'] as const) {
      const seen = await pictureOf(page, mode);
      const file = join(folder, `${name}-${program}-${window.width}-${mode}.png`);
      if (process.env['AGREE']) writeFileSync(file, seen);
      const before = readFileSync(file);
      expect(await differenceOf(before, seen), `${mode}: share of the picture that is another`).toBeLessThan(
        tolerated,
      );
    }
  },
);

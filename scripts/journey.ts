/**
 * `npm run journey` applies for a card as an LLC with one co-owner, on its own server and an emulated phone 390 px wide, with
 * real touch and key events. Prints the numbers of fields, taps, keystrokes, dialogs, scrolled window heights and words for each
 * screen, and then the totals. With `--most 28,91`, exits with 1 if there are more than 28 screens or 91 taps.
 */
import { parseArgs } from 'node:util';
import { phone, startBrowser, startTestServer } from '../tests/support/browser/applicant.ts';
import {
  addOwner,
  begin,
  declineCards,
  fillApplicant,
  fillBusiness,
  passReview,
  signAndSubmit,
} from '../tests/support/browser/steps.ts';
import type { ScreenCount } from '../tests/support/browser/thumbs.ts';
import { thumbsOn } from '../tests/support/browser/thumbs.ts';
import { ensureBrowser } from '../tests/support/packages.ts';
import { buildPage } from './build.ts';

const { values: options } = parseArgs({ options: { most: { type: 'string' } } });

/**
 * Seconds that a person needs to read a word (238 words per minute, Brysbaert 2019), to type a letter on a phone (36 words per
 * minute, Palin et al. 2019), to touch a target (1.1 s for pointing, Card, Moran and Newell), and to think before a screen or a
 * field (1.35 s, Card, Moran and Newell).
 */
const seconds = { word: 60 / 238, keystroke: 0.33, tap: 1.1, thought: 1.35 } as const;

/** Applies from the intro to the finish page, and returns the counts for each screen. */
async function apply(address: string): Promise<readonly ScreenCount[]> {
  const browser = await startBrowser();
  try {
    const context = await browser.newContext({
      viewport: phone,
      isMobile: true,
      hasTouch: true,
      reducedMotion: 'reduce',
    });
    const page = await context.newPage();
    page.setDefaultTimeout(15_000);
    const thumbs = await thumbsOn(page);
    await begin(thumbs, address);
    await fillBusiness(thumbs);
    await thumbs.press('Skip for now');
    await fillApplicant(thumbs, '60');
    await thumbs.answer('Yes');
    await addOwner(thumbs, 'Sam Lee', '40');
    await thumbs.next();
    await declineCards(thumbs);
    await passReview(thumbs);
    await signAndSubmit(thumbs, true);
    await thumbs.sees('We received your application');
    return await thumbs.counts();
  } finally {
    await browser.close();
  }
}

const sumOf = (screens: readonly ScreenCount[], key: keyof ScreenCount) =>
  screens.reduce((sum, screen) => sum + Number(screen[key]), 0);

buildPage();
ensureBrowser();
const server = await startTestServer();
const screens = await apply(server.at('demo')).finally(server.stop);

for (const [
  index,
  { address, title, taps, keystrokes, dialogs, scrolledViews, fields, words },
] of screens.entries())
  console.log(
    `${String(index + 1).padStart(2)}  ${address.padEnd(42)} ${String(fields).padStart(2)} fields ` +
      `${String(taps).padStart(2)} taps ${String(keystrokes).padStart(3)} keys ${dialogs} dialogs ` +
      `${scrolledViews} views ${String(words).padStart(4)} words  ${title}`,
  );
const total = {
  screens: screens.length,
  dialogs: sumOf(screens, 'dialogs'),
  taps: sumOf(screens, 'taps'),
  'touches in the system’s own lists': sumOf(screens, 'listTaps'),
  keystrokes: sumOf(screens, 'keystrokes'),
  'scrolled views': sumOf(screens, 'scrolledViews'),
};
console.log(
  `\n${Object.entries(total)
    .map(([what, count]) => `${count} ${what}`)
    .join(', ')}`,
);

const words = sumOf(screens, 'words');
const minutes = (wordsRead: number) =>
  Math.round(
    (wordsRead * seconds.word +
      total.keystrokes * seconds.keystroke +
      total.taps * seconds.tap +
      (sumOf(screens, 'fields') + screens.length) * seconds.thought) /
      60,
  );
console.log(
  `An estimate: ${minutes(words / 2)} minutes for a person who reads every second word, ${minutes(words)} for one who reads all ` +
    `${words}; with nothing to look up, and the agreements not read.`,
);

const [mostScreens = Infinity, mostTaps = Infinity] = options.most?.split(',').map(Number) ?? [];
process.exitCode = total.screens <= mostScreens && total.taps <= mostTaps ? 0 : 1;

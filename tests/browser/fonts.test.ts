/** Tests the fonts of browser tests, which replace all fonts of the machine (`tests/support/browser/fonts.ts`). */
import { expect } from 'vitest';
import { phone } from '../support/browser/applicant.ts';
import { arriveAt } from '../support/browser/arrive.ts';
import { inRoboto } from '../support/browser/fonts.ts';
import { addStyle, overflowing } from '../support/browser/page-checks.ts';
import { setUp } from '../support/browser/set-up.ts';

const { server, testAlone: test } = await setUp({ persistsSession: true });

/** The browser's function for listing the fonts of the machine. TypeScript's DOM types don't declare it yet. */
interface WithLocalFonts {
  readonly queryLocalFonts: () => Promise<readonly { readonly family: string }[]>;
}

test('only the fonts of the two packages are available', async ({ applicant }) => {
  const { page, context, goTo } = applicant;
  await context.grantPermissions(['local-fonts']);
  await goTo(server.at('toro'));
  const families = await page.evaluate(async () => {
    const fonts = await (window as unknown as WithLocalFonts).queryLocalFonts();
    return fonts.map(({ family }) => family);
  });
  expect(families).toContain('DejaVu Sans');
  expect(families).toContain('Roboto');
  expect(families.filter((family) => !/^(DejaVu|Roboto)/.test(family))).toEqual([]);
});

test('the page uses DejaVu Sans, and Roboto when letter widths are checked', async ({ applicant }) => {
  const { page, context, goTo } = applicant;
  await goTo(server.at('toro'));
  const devtools = await context.newCDPSession(page);
  await devtools.send('DOM.enable');
  await devtools.send('CSS.enable');
  const { root } = await devtools.send('DOM.getDocument');
  /** Returns the first word of the name of each font in the body. The other words can be a weight, as in Roboto SemiBold. */
  const drawnIn = async () => {
    const { nodeIds } = await devtools.send('DOM.querySelectorAll', {
      nodeId: root.nodeId,
      selector: 'body *',
    });
    const fonts = await Promise.all(
      nodeIds.map((nodeId) => devtools.send('CSS.getPlatformFontsForNode', { nodeId })),
    );
    return new Set(fonts.flatMap((drawn) => drawn.fonts.map(({ familyName }) => familyName.split(' ')[0])));
  };
  expect(await drawnIn()).toEqual(new Set(['DejaVu']));
  await addStyle(page, inRoboto);
  expect(await drawnIn()).toEqual(new Set(['Roboto']));
});

test('letters taller than their line are not cut off in a label that is a heading', async ({ applicant }) => {
  const { page } = applicant;
  await page.setViewportSize({ ...phone, width: 320 });
  await arriveAt(server, applicant, '/apply/review');
  await page.getByRole('button', { name: 'Open all sections' }).click();
  await page.getByRole('link', { name: /Change.*Federal tax ID/ }).click();
  await applicant.sees('Federal tax ID');
  // This font has the letter heights of Noto Sans and the letter widths of Roboto.
  await addStyle(
    page,
    `@font-face { font-family: Tall; src: local('Roboto Regular'), local('Roboto-Regular'); ascent-override: 107%; descent-override: 30% }
    body { font-family: Tall }`,
  );
  await page.evaluate(() => document.fonts.load('16px Tall'));
  expect(await overflowing(page)).toEqual([]);
});

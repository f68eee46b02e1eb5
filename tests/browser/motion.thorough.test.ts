/** Tests that an animation accompanies a change of screens, delays nothing, and is turned off by reduced motion. */
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import type { Applicant } from '../support/browser/applicant.ts';
import { addStyle } from '../support/browser/page-checks.ts';
import { setUp } from '../support/browser/set-up.ts';
import { begin, describeBusiness, nameBusiness } from '../support/browser/steps.ts';

const { server, testAlone } = await setUp();

/**
 * An animation on the page. It is either a part of a view transition with its duration in milliseconds, or an element of a new
 * screen with the side from which it enters.
 */
type Movement = string;

/** Makes the page record each animation. */
async function watchMovements(page: Page, preference: 'no-preference' | 'reduce'): Promise<void> {
  await page.emulateMedia({ reducedMotion: preference });
  await page.addInitScript(() => {
    const movements: Movement[] = [];
    Object.assign(window, { movements });
    const start = document.startViewTransition.bind(document);
    document.startViewTransition = (change) => {
      const transition = start(change);
      void transition.ready.then(() => {
        for (const { effect } of document.getAnimations()) {
          const { pseudoElement } = effect as KeyframeEffect;
          if (pseudoElement) movements.push(`${pseudoElement} ${effect?.getTiming().duration}`);
        }
      });
      return transition;
    };
    addEventListener('animationstart', ({ target, animationName }) => {
      const { tagName, className } = target as Element;
      const { translate } = getComputedStyle(target as Element);
      movements.push(
        `${animationName} ${tagName} ${className} ${translate.startsWith('-') ? 'left' : 'right'}`,
      );
    });
  });
}

const movementsOf = (page: Page) =>
  page.evaluate(() => (window as unknown as { movements: Movement[] }).movements.splice(0));

/** Waits until the heading, which every screen has, enters from this side. Returns all animations since the last call. */
async function arrived(page: Page, from: 'left' | 'right'): Promise<string> {
  const seen: string[] = [];
  await expect
    .poll(async () => {
      seen.push(...(await movementsOf(page)));
      return seen.join('\n');
    })
    .toContain(`arrive H1 page-heading ${from}`);
  return seen.join('\n');
}

async function toTaxId(applicant: Applicant): Promise<void> {
  await nameBusiness(applicant);
  await applicant.sees('Tax ID and industry');
}

testAlone(
  'a new screen enters in the direction of the navigation, and the parts around it do not move',
  async ({ applicant }) => {
    const { page, sees } = applicant;
    await watchMovements(page, 'no-preference');
    await begin(applicant, server.at('toro'));
    // Between the intro and the form, the card shrinks into the header.
    expect(await arrived(page, 'right')).toContain('::view-transition-old(card) 250');

    await toTaxId(applicant);
    const came = await arrived(page, 'right');
    expect(came).not.toMatch(/view-transition|header|progress|where|bottom-bar/);

    await page.getByRole('link', { name: 'Back' }).click();
    await sees('About your business');
    await arrived(page, 'left');
    await page.goForward();
    await sees('Tax ID and industry');
    await arrived(page, 'right');
  },
);

testAlone(
  'an error summary that appears on a screen does not move like a new screen',
  async ({ applicant }) => {
    const { page, next } = applicant;
    await watchMovements(page, 'no-preference');
    await begin(applicant, server.at('toro'));
    await arrived(page, 'right');
    await next();
    await page.getByRole('group', { name: /answers to fix$/ }).waitFor();
    await page.getByRole('button', { name: 'Help', exact: true }).click();
    await page.getByRole('dialog').waitFor();
    // The dialog has an animation of its own. Once it has started, all animations of the error summary have started, too.
    const seen: string[] = [];
    await expect
      .poll(async () => {
        seen.push(...(await movementsOf(page)));
        return seen.join('\n');
      })
      .toMatch(/^(appear|rise) DIALOG/m);
    expect(seen.join('\n')).not.toMatch(/arrive \w+ error-summary/);
  },
);

testAlone('the card shrinks again at a start after Back and at a new start', async ({ applicant }) => {
  const { page, sees } = applicant;
  await watchMovements(page, 'no-preference');
  const shrunk = '::view-transition-old(card) 250';
  const start = page.getByRole('button', { name: 'Swipe or tap to get started' });
  await page.goto(server.at('toro'));
  await start.click();
  await sees('How we share your information');
  expect(await arrived(page, 'right')).toContain(shrunk);

  await page.getByRole('link', { name: 'Back' }).click();
  await sees('Apply for the');
  await start.click();
  await sees('How we share your information');
  expect(await arrived(page, 'right'), 'after Back').toContain(shrunk);

  // "Start a new application" begins a new session.
  await page.evaluate(() => history.pushState(null, '', '/start'));
  await sees('Apply for the');
  await start.click();
  await sees('How we share your information');
  expect(await arrived(page, 'right'), 'after a new start').toContain(shrunk);
});

testAlone('a press while a screen enters applies to that screen', async ({ applicant }) => {
  const { page } = applicant;
  await watchMovements(page, 'no-preference');
  await begin(applicant, server.at('toro'));
  // Pick the radio button before adding the style. The style keeps the radio buttons moving, and Playwright doesn't press
  // moving elements.
  await applicant.pick('Limited liability company (LLC)');
  await addStyle(page, '* { animation-duration: 1000s !important }');
  await toTaxId(applicant);
  const input = page.getByRole('textbox', { name: 'Federal tax ID (EIN)' });
  const box = await input.evaluate((one) => one.getBoundingClientRect().toJSON());
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
  await page.keyboard.type('123456789');
  expect(await input.inputValue()).toBe('123456789');
});

testAlone('the progress line moves from its previous position', async ({ applicant }) => {
  const { page } = applicant;
  await begin(applicant, server.at('toro'));
  const line = await page.$('.progress-line span');
  const shown = () =>
    line?.evaluate((one) => [one.isConnected, getComputedStyle(one).getPropertyValue('--done')]);
  const [, before] = (await shown()) ?? [];
  await toTaxId(applicant);
  const [isThere, after] = (await shown()) ?? [];
  expect(isThere).toBe(true);
  expect(Number(after)).toBeGreaterThan(Number(before));
});

testAlone('Next is at the same height on short and long screens', async ({ applicant }) => {
  const { page } = applicant;
  const heights: (number | undefined)[] = [];
  const measure = async () => {
    const box = await page.getByRole('button', { name: 'Next' }).boundingBox();
    heights.push(box?.y && Math.round(box.y));
  };
  await begin(applicant, server.at('toro'));
  await measure();
  await toTaxId(applicant);
  await measure();
  await describeBusiness(applicant, '12-3456789');
  await measure();
  expect(new Set(heights).size).toBe(1);
});

testAlone('with reduced motion, nothing moves', async ({ applicant }) => {
  const { page } = applicant;
  await watchMovements(page, 'reduce');
  await begin(applicant, server.at('toro'));
  await toTaxId(applicant);
  expect(await movementsOf(page)).toEqual([]);
});

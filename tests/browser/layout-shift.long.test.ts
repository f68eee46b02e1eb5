/** Tests that the layout never shifts, except within half a second after a press or a new screen (P6). */
import { expect } from 'vitest';
import { setUp } from '../support/browser/set-up.ts';
import { begin, fillApplicant, fillBusiness } from '../support/browser/steps.ts';

const { server, testAlone: test } = await setUp();

interface Shift extends PerformanceEntry {
  readonly hadRecentInput: boolean;
  readonly sources: readonly { readonly node?: Element }[];
}

test('nothing on the first screen moves, and on later screens nothing moves except soon after a press or a new screen', async ({
  applicant,
}) => {
  const { page } = applicant;
  const moved: string[] = [];
  await page.exposeFunction('tell', (what: string) => moved.push(what));
  await page.addInitScript(() => {
    const { tell, navigation } = window as unknown as {
      tell: (what: string) => void;
      navigation: EventTarget;
    };
    let cameAt = Number.POSITIVE_INFINITY;
    navigation.addEventListener('currententrychange', () => {
      cameAt = performance.now();
    });
    new PerformanceObserver((list) => {
      for (const { hadRecentInput, startTime, sources } of list.getEntries() as Shift[])
        if (!hadRecentInput && !(startTime >= cameAt && startTime < cameAt + 500))
          tell(`${location.pathname}: ${sources.map(({ node }) => node?.className)}`);
    }).observe({ type: 'layout-shift', buffered: true });
  });
  await begin(applicant, server.at('demo'));
  await fillBusiness(applicant);
  await applicant.next();
  await fillApplicant(applicant, '60');
  expect(moved).toEqual([]);
});

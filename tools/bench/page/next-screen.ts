/**
 * P4: measures the time from a press of Next until the next screen is painted, on an emulated phone with a quarter of this
 * machine's speed.
 */
import type { Browser } from 'playwright-core';
import type { TestServer } from '../../../tests/support/browser/applicant.ts';
import { combined } from '../../../tests/support/browser/hands.ts';
import { begin, fillApplicant, fillBusiness } from '../../../tests/support/browser/steps.ts';
import type { Figure } from '../../../tests/support/figures.ts';
import {
  asMillis,
  asRatio,
  atMost,
  type Bench,
  inTurn,
  markdownTable,
  median,
  percentile,
} from '../bench.ts';
import { type Candidate, onSlowPhone, program, untilIdle, withCandidates } from './candidates.ts';
import { servePage } from './serve-page.ts';
import { staticSwap } from './static-pages.ts';
import { pressToPaint, watchPaints } from './until-painted.ts';

const mostRatio = 2;
const mostMedianMillis = 50;
const mostMillis = 100;

/**
 * Number of page loads per round and candidate. For each load, the benchmark measures only the first press of Next, because a
 * person presses Next only once per screen.
 */
const pagesEach = 3;

/**
 * Opens the page and presses Next on the first screen about the business. Returns the milliseconds until the screen with the tax
 * ID is painted.
 */
function measure(browser: Browser, { toBusiness, fillOwn }: Candidate): Promise<number> {
  return onSlowPhone(browser, async (applicant) => {
    const { page, pick, fill, next } = applicant;
    await watchPaints(page);
    await toBusiness(applicant);
    await fillOwn?.(applicant);
    await pick('Limited liability company (LLC)');
    await fill('Legal business name', 'Bright Lawn Care LLC');
    await fill(/Trade name/, 'Bright Lawns');
    await untilIdle(page);
    return pressToPaint(page, next);
  });
}

/** Measures each press of Next in our form, from the first screen to the question about the guarantee. */
function wholeJourney(browser: Browser, server: TestServer): Promise<readonly number[]> {
  return onSlowPhone(browser, async (applicant) => {
    await watchPaints(applicant.page);
    const took: number[] = [];
    const next = async () => void took.push(await pressToPaint(applicant.page, applicant.next));
    const hands = { ...applicant, next, ...combined({ ...applicant, next }) };
    await begin(hands, server.at(program));
    await fillBusiness(hands);
    await hands.next();
    await fillApplicant(hands, '60');
    return took;
  });
}

export const nextScreen: Bench = {
  name: 'P4',
  about:
    'time from a press of Next until the next screen is painted, at 4× CPU slowdown, compared with the peers',
  run: ({ rounds, report }) =>
    withCandidates(async ({ browser, server, ours, peers }) => {
      const swap = await servePage({
        '/': await onSlowPhone(browser, (applicant) => staticSwap(applicant, ours.address)),
      });
      const limit: Candidate = {
        name: 'two static screens',
        address: swap.address,
        toBusiness: ({ goTo }) => goTo(swap.address),
      };
      const measured = await inTurn(rounds, [ours, limit, ...peers], async (candidate) => {
        const presses: number[] = [];
        while (presses.length < pagesEach) presses.push(await measure(browser, candidate));
        return presses;
      }).finally(swap.stop);
      const millis = new Map(measured.map(({ of, values }) => [of.name, values.flat()]));
      const millisOf = (name: string) => median(millis.get(name) ?? []);
      const least = millisOf(limit.name);
      report(
        markdownTable(
          ['', 'median', 'longest', 'median divided by two static screens'],
          [...millis].map(([name, values]) => [
            name,
            asMillis(median(values)),
            asMillis(percentile(values, 1)),
            asRatio(median(values) / least),
          ]),
        ),
      );
      const own = millisOf(ours.name);
      const fastestPeer = Math.min(...peers.map(({ name }) => millisOf(name)));
      const journey = (await inTurn(rounds, [ours], () => wholeJourney(browser, server))).flatMap(
        ({ values }) => values.flat(),
      );
      return [
        atMost('our median divided by two static screens', own / least, mostRatio, asRatio),
        atMost('our median divided by the fastest peer', own / fastestPeer, 1, asRatio),
        ...journeyFigures(journey),
      ];
    }),
};

function journeyFigures(journey: readonly number[]): readonly Figure[] {
  return [
    {
      what: 'presses of Next in whole forms',
      value: String(journey.length),
      demand: '',
      met: journey.length > 0,
    },
    atMost('median of these presses', median(journey), mostMedianMillis, asMillis),
    atMost('longest of these presses', percentile(journey, 1), mostMillis, asMillis),
  ];
}

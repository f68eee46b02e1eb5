/**
 * P5: measures the time from a keystroke in the industry search until its results are painted, compared with MUI's Autocomplete.
 * The emulated phone is slower than this machine by a factor of 4.
 */
import type { Browser, CDPSession } from 'playwright-core';
import { screens } from '../../../copy/en/screens.ts';
import type { Applicant } from '../../../tests/support/browser/applicant.ts';
import { asRatio, atMost, type Bench, inTurn, markdownTable, median, percentile } from '../bench.ts';
import { type Candidate, onSlowPhone, untilIdle, withCandidates } from './candidates.ts';
import { servePage } from './serve-page.ts';
import { staticSearch } from './static-pages.ts';
import { keyToPaint, watchPaints } from './until-painted.ts';

const mostMillis = 16;
const mostRatio = 0.25;

/** The search texts: words from industry titles, and the first digits of a code. MUI's list can be searched only by these. */
const words = ['landscaping', 'restaurants', 'beauty', '5617', 'plumbing'];

/** Maximum number of rows in our list. One of the two candidates with MUI's list is limited to the same number. */
const ourRows = 50;

/** Name of the baseline candidate, which shows what a keystroke costs on any page, in this browser and under this run's load. */
const floor = 'a line of text, without any search';

/**
 * The measurements of a keystroke: milliseconds until its results are painted, milliseconds of script, and the number of rows
 * shown.
 */
interface Keystroke {
  readonly painted: number;
  readonly script: number;
  readonly rows: number;
}

interface Searched extends Candidate {
  /** Goes from the first screen about the business to the search field, and focuses that field. */
  readonly toSearch: (applicant: Applicant) => Promise<void>;
}

async function toIndustry({ pick, fill, next, sees }: Applicant): Promise<void> {
  await pick('Limited liability company (LLC)');
  await fill('Legal business name', 'Bright Lawn Care LLC');
  await next();
  await sees(screens.business.groups.taxId.title);
}

async function toOurSearch(applicant: Applicant): Promise<void> {
  await toIndustry(applicant);
  await applicant.press(/Choose an industry/);
  await applicant.findsFocusOn('combobox', 'Search industries');
}

async function toMuiSearch(applicant: Applicant): Promise<void> {
  await toIndustry(applicant);
  await applicant.page.getByRole('combobox', { name: 'Industry' }).focus();
}

/** Returns the milliseconds for which the page has run scripts so far. */
async function scriptMillis(session: CDPSession): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics');
  return (metrics.find(({ name }) => name === 'ScriptDuration')?.value ?? 0) * 1000;
}

/** Types several searches, and measures each keystroke that changes the results. */
function measure(
  browser: Browser,
  { toBusiness, fillOwn, toSearch }: Searched,
): Promise<readonly Keystroke[]> {
  return onSlowPhone(browser, async (applicant, session) => {
    const { page } = applicant;
    await watchPaints(page);
    await toBusiness(applicant);
    await fillOwn?.(applicant);
    await toSearch(applicant);
    // Moves the mouse away from the list, because a phone has no hovering pointer.
    await page.mouse.move(0, 0);
    await session.send('Performance.enable');
    const keystrokes: Keystroke[] = [];
    for (const word of words) {
      await page.locator(':focus').fill('');
      for (const letter of word) {
        await untilIdle(page);
        let before = 0;
        const painted = await keyToPaint(page, async () => {
          before = await scriptMillis(session);
          await page.keyboard.type(letter);
        });
        const script = (await scriptMillis(session)) - before;
        const rows = await page.locator('[role="listbox"] [role="option"]').count();
        if (painted !== undefined) keystrokes.push({ painted, script, rows });
      }
    }
    return keystrokes;
  });
}

export const industrySearch: Bench = {
  name: 'P5',
  about: 'time from a keystroke in the industry search until its results are painted, at 4× CPU slowdown',
  run: ({ rounds, report }) =>
    withCandidates(async ({ browser, ours, peers: [mui] }) => {
      if (!mui) throw new Error('MUI is missing.');
      const line = await servePage({ '/': staticSearch });
      const limited = `${mui.address}/?rows=${ourRows}`;
      const searched: readonly Searched[] = [
        { ...ours, toSearch: toOurSearch },
        { ...mui, name: 'MUI’s Autocomplete', toSearch: toMuiSearch },
        {
          ...mui,
          name: `MUI’s Autocomplete, limited to ${ourRows} rows`,
          toBusiness: (hands) => mui.toBusiness({ ...hands, goTo: () => hands.goTo(limited) }),
          toSearch: toMuiSearch,
        },
        {
          name: floor,
          address: line.address,
          toBusiness: ({ goTo }) => goTo(line.address),
          toSearch: ({ page }) => page.getByRole('combobox').focus(),
        },
      ];
      const measured = await inTurn(rounds, searched, (one) => measure(browser, one)).finally(line.stop);
      const found = measured.map(({ of, values }) => {
        const keystrokes = values.flat();
        const painted = keystrokes.map((keystroke) => keystroke.painted);
        return {
          name: of.name,
          count: keystrokes.length,
          median: median(painted),
          longest: percentile(painted, 1),
          script: median(keystrokes.map(({ script }) => script)),
          rows: median(keystrokes.map(({ rows }) => rows)),
        };
      });
      report(
        markdownTable(
          ['', 'keystrokes', 'median', 'longest', 'script time, median', 'rows, median'],
          found.map(({ name, count, rows, ...times }) => [
            name,
            String(count),
            ...[times.median, times.longest, times.script].map(asTenths),
            String(rows),
          ]),
        ),
      );
      const [own, autocomplete, short, least] = found.map((one) => one.median);
      return [
        atMost('our median', own ?? 0, mostMillis, asTenths),
        atMost(
          'our median divided by MUI’s Autocomplete',
          (own ?? 0) / (autocomplete ?? 0),
          mostRatio,
          asRatio,
        ),
        {
          what: `our median divided by MUI’s Autocomplete with ${ourRows} rows`,
          value: asRatio((own ?? 0) / (short ?? 0)),
          demand: '',
          met: true,
        },
        {
          what: 'our median divided by a line of text',
          value: asRatio((own ?? 0) / (least ?? 0)),
          demand: '',
          met: true,
        },
      ];
    }),
};

function asTenths(millis: number): string {
  return `${millis.toFixed(1)} ms`;
}

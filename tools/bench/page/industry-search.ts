/**
 * P5: time from a keystroke in the industry search until its results are painted, 4 times slower, compared with MUI’s
 * Autocomplete.
 */
import type { Browser, CDPSession } from 'playwright-core';
import type { Applicant } from '../../../tests/support/browser/applicant.ts';
import { asRatio, atMost, type Bench, inTurn, markdownTable, median, percentile } from '../bench.ts';
import { type Candidate, onSlowPhone, untilIdle, withCandidates } from './candidates.ts';
import { servePage } from './serve-page.ts';
import { staticSearch } from './static-pages.ts';
import { keyToPaint, watchPaints } from './until-painted.ts';

const mostMillis = 16;
const mostRatio = 0.25;

/** Words from titles, because MUI’s Autocomplete finds no others. */
const words = ['landscaping', 'restaurants', 'beauty', '5617', 'plumbing'];

/** The most rows that our list shows; MUI’s list is limited to the same number. */
const ourRows = 50;

/** The cost of a keystroke on any page, in a browser and under the load of the run. */
const floor = 'a line of text, without any search';

/** A keystroke: milliseconds until its results are painted, milliseconds of script, and rows shown then. */
interface Keystroke {
  readonly painted: number;
  readonly script: number;
  readonly rows: number;
}

interface Searched extends Candidate {
  /** Goes from the business name to the open search, and focuses it. */
  readonly toSearch: (applicant: Applicant) => Promise<void>;
}

async function toIndustry({ fill, next, sees, pick }: Applicant): Promise<void> {
  await fill('Legal business name', 'Bright Lawn Care LLC');
  await next();
  await sees('Tax ID and business structure');
  await fill('Federal tax ID (EIN)', '12-3456789');
  await pick('Limited liability company (LLC)');
  await next();
  await sees('What does your business do?');
}

async function toOurSearch(applicant: Applicant): Promise<void> {
  await toIndustry(applicant);
  await applicant.press(/Choose an industry/);
  await applicant.findsFocusOn('combobox', 'Search by word or 6-digit code');
}

async function toMuiSearch(applicant: Applicant): Promise<void> {
  await toIndustry(applicant);
  await applicant.page.getByRole('combobox', { name: 'Industry' }).focus();
}

/** Returns the milliseconds of script that the page has run so far. */
async function scriptMillis(session: CDPSession): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics');
  return (metrics.find(({ name }) => name === 'ScriptDuration')?.value ?? 0) * 1000;
}

/** Measures every keystroke of several searches that changes the results. */
function measure(browser: Browser, { toBusiness, toSearch }: Searched): Promise<readonly Keystroke[]> {
  return onSlowPhone(browser, async (applicant, session) => {
    const { page } = applicant;
    await watchPaints(page);
    await toBusiness(applicant);
    await toSearch(applicant);
    // A phone has no pointer that hovers over the list.
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
  about: 'one keystroke in the search of industries, its results painted, 4 times slower',
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
          ['', 'keystrokes', 'median', 'longest', 'of it script, median', 'rows, median'],
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
        atMost('one keystroke, painted', own ?? 0, mostMillis, asTenths),
        atMost('over MUI’s Autocomplete', (own ?? 0) / (autocomplete ?? 0), mostRatio, asRatio),
        {
          what: `over it with ${ourRows} rows`,
          value: asRatio((own ?? 0) / (short ?? 0)),
          demand: '',
          met: true,
        },
        { what: 'over a line of text', value: asRatio((own ?? 0) / (least ?? 0)), demand: '', met: true },
      ];
    }),
};

function asTenths(millis: number): string {
  return `${millis.toFixed(1)} ms`;
}

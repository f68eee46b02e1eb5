/**
 * P3: compares Lighthouse's results for our first screen with its results for the comparison pages, and for the same screen as
 * static HTML.
 */
import { asMillis, type Bench, inTurn, markdownTable, median } from '../bench.ts';
import { withAuditor } from './audit.ts';
import { type Audit, categories, type Throttling, throttlings } from './audit-order.ts';
import { type Candidate, program, withCandidates } from './candidates.ts';
import { throttlingWords } from './largest-paint.ts';
import { servePage } from './serve-page.ts';
import { staticFirstScreen } from './static-pages.ts';

type Page = Pick<Candidate, 'name' | 'address'>;

/** Returns the audit whose blocking time is the median. */
function middle(audits: readonly Audit[]): Audit | undefined {
  return audits.toSorted((one, other) => one.blocking - other.blocking)[Math.floor(audits.length / 2)];
}

/**
 * Returns the durations of the long tasks in milliseconds, each with its script file: `151 (react), 59`. Tasks of the browser or
 * the HTML document have no file. Uses only the audit whose blocking time is the median.
 */
function longTasksOf(audits: readonly Audit[]): string {
  const tasks = middle(audits)?.longTasks ?? [];
  const said = tasks.map(({ millis, address }) => {
    const [, file] = /\/assets\/(\w+)/.exec(address) ?? [];
    return millis.toFixed(0) + (file === undefined ? '' : ` (${file})`);
  });
  return said.join(', ') || 'none';
}

export const firstScreen: Bench = {
  name: 'P3',
  about: 'results of Lighthouse for the first screen, compared with the peers',
  run: ({ rounds, report }) =>
    withCandidates(async ({ server, ours, peers }) => {
      const limit = await servePage({ '/': await staticFirstScreen(server, program) });
      const pages: readonly Page[] = [ours, { name: 'static HTML', address: limit.address }, ...peers];
      const loads = pages.flatMap((page) => throttlings.map((throttling) => ({ page, throttling })));
      const measured = await withAuditor((audit) =>
        inTurn(rounds, loads, ({ page: { address }, throttling }) =>
          audit({ address, throttling, categories }),
        ),
      ).finally(limit.stop);
      const auditsOf = (page: Page, throttling: Throttling) =>
        measured.find(({ of }) => of.page === page && of.throttling === throttling)?.values ?? [];
      const scoreOf = (page: Page, category: (typeof categories)[number]) =>
        median(auditsOf(page, 'simulate').map(({ scores }) => scores[category] ?? 0));
      for (const throttling of throttlings)
        report(
          markdownTable(
            [
              `${throttlingWords[throttling]} throttling`,
              'FCP',
              'LCP',
              'blocking time',
              'tasks over 50 ms, in ms',
            ],
            pages.map((page) => {
              const audits = auditsOf(page, throttling);
              const millis = (['firstPaint', 'largestPaint', 'blocking'] as const).map((key) =>
                asMillis(median(audits.map((audit) => audit[key]))),
              );
              return [page.name, ...millis, longTasksOf(audits)];
            }),
          ),
        );
      report(
        markdownTable(
          ['scores', ...categories],
          pages.map((page) => [page.name, ...categories.map((category) => String(scoreOf(page, category)))]),
        ),
      );
      return [
        ...categories.map((category) => ({
          what: category,
          value: String(scoreOf(ours, category)),
          demand: '100',
          met: scoreOf(ours, category) === 100,
        })),
        {
          what: 'our tasks over 50 ms, applied, in ms',
          value: longTasksOf(auditsOf(ours, 'devtools')),
          demand: '',
          met: true,
        },
      ];
    }),
};

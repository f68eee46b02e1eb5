/**
 * P2: measures the Largest Contentful Paint of each program's first screen, and compares it with the same screen as static HTML.
 */

import { buildPage } from '../../../scripts/build.ts';
import { startTestServer } from '../../../tests/support/browser/applicant.ts';
import { asMillis, asRatio, atMost, type Bench, inTurn, markdownTable, median } from '../bench.ts';
import { withAuditor } from './audit.ts';
import { type Throttling, throttlings } from './audit-order.ts';
import { servePage } from './serve-page.ts';
import { staticFirstScreen } from './static-pages.ts';

const mostRatio = 1.1;

/** The words for the throttling methods in the benchmark's report. */
export const throttlingWords: Readonly<Record<Throttling, string>> = {
  simulate: 'simulated',
  devtools: 'applied',
};

export const largestPaint: Bench = {
  name: 'P2',
  about: 'Largest Contentful Paint of each program divided by that of static HTML, by Lighthouse',
  run: async ({ rounds, report }) => {
    buildPage();
    const server = await startTestServer();
    const programs = server.services.programs.all.map(({ domainKey }) => domainKey);
    const screens = await Promise.all(
      programs.map(async (program) => [`/${program}`, await staticFirstScreen(server, program)] as const),
    );
    const limit = await servePage(Object.fromEntries(screens));
    const loads = programs.flatMap((program) =>
      throttlings.flatMap((throttling) => [
        { program, throttling, isOurs: false, address: `${limit.address}/${program}` },
        { program, throttling, isOurs: true, address: server.at(program) },
      ]),
    );
    const measured = await withAuditor((audit) =>
      inTurn(rounds, loads, async ({ address, throttling }) => {
        const { largestPaint } = await audit({ address, throttling, categories: [] });
        return largestPaint;
      }),
    ).finally(() => Promise.all([server.stop(), limit.stop()]));
    const millisOf = (program: string, throttling: Throttling, isOurs: boolean) =>
      median(
        measured.find(
          ({ of }) => of.program === program && of.throttling === throttling && of.isOurs === isOurs,
        )?.values ?? [],
      );
    const ratioOf = (program: string, throttling: Throttling) =>
      millisOf(program, throttling, true) / millisOf(program, throttling, false);
    report(
      markdownTable(
        ['program', ...throttlings.flatMap((one) => [`static, ${throttlingWords[one]}`, 'ours', 'ratio'])],
        programs.map((program) => [
          program,
          ...throttlings.flatMap((throttling) => [
            asMillis(millisOf(program, throttling, false)),
            asMillis(millisOf(program, throttling, true)),
            asRatio(ratioOf(program, throttling)),
          ]),
        ]),
      ),
    );
    return throttlings.map((throttling) => {
      const ratios = programs.map((program) => ratioOf(program, throttling));
      return atMost(`largest ratio, ${throttlingWords[throttling]}`, Math.max(...ratios), mostRatio, asRatio);
    });
  },
};

/**
 * P1: counts the bytes and requests, as the browser reports them, up to the first screen, and up to the first screen about
 * the business.
 */
import type { Page } from 'playwright-core';
import { newApplicant } from '../../../tests/support/browser/applicant.ts';
import { bytesOf, loadsDuring, mostBytes } from '../../../tests/support/browser/count-loads.ts';
import { asBytes, atMost, type Bench, markdownTable } from '../bench.ts';
import { type Candidate, type Candidates, withCandidates } from './candidates.ts';

/** Returns the URLs that the page had requested when its first screen was painted, except the URL of the HTML document itself. */
function requestedBeforePaint(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    const [paint] = performance.getEntriesByName('first-contentful-paint');
    const resources = performance.getEntriesByType('resource');
    return resources.filter(({ startTime }) => startTime < (paint?.startTime ?? 0)).map(({ name }) => name);
  });
}

async function measure({ browser }: Candidates, candidate: Candidate) {
  const applicant = await newApplicant(browser);
  const all = await loadsDuring(applicant.page, () => candidate.toBusiness(applicant));
  const before = await requestedBeforePaint(applicant.page);
  const first = all.filter(({ type, url }) => type === 'Document' || before.includes(url));
  await applicant.close();
  return {
    name: candidate.name,
    first: { requests: first.length, bytes: bytesOf(first) },
    toBusiness: { requests: all.length, bytes: bytesOf(all) },
  };
}

export const wireBytes: Bench = {
  name: 'P1',
  about: 'bytes on the wire up to the first screen and up to the business screen, compared with the peers',
  run: ({ report }) =>
    withCandidates(async (candidates) => {
      const ours = await measure(candidates, candidates.ours);
      const peers = [];
      for (const peer of candidates.peers) peers.push(await measure(candidates, peer));
      report(
        markdownTable(
          [
            '',
            'requests before the first paint',
            'bytes before the first paint',
            'requests up to the business screen',
            'bytes up to the business screen',
          ],
          [ours, ...peers].map(({ name, first, toBusiness }) => [
            name,
            ...[first, toBusiness].flatMap(({ requests, bytes }) => [String(requests), asBytes(bytes)]),
          ]),
        ),
      );
      return [
        atMost('bytes before the first paint', ours.first.bytes, mostBytes.toFirstScreen, asBytes),
        atMost('bytes up to the business screen', ours.toBusiness.bytes, mostBytes.toBusiness, asBytes),
      ];
    }),
};

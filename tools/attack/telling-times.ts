/**
 * Checks that the response time of a refusal does not reveal whether a browser's resume token exists, or which part of a guess
 * was right (X22). For each kind of attempt, compares the ranks of its response times with those of attempts without a cookie.
 */

import { countOnly, type Figure, mustBeZero } from '../../tests/support/figures.ts';
import { rankDifference } from '../../tests/support/rank-difference.ts';
import { applicant, business } from '../../tests/support/sample-application.ts';
import { percentile } from '../bench/bench.ts';
import type { Attack } from './attack.ts';
import { call, freshAddress, sessionFrom } from './attackers.ts';

const triesPerKind = 500;
const atOnce = 6;

/** Number of attempts per draft: one less than the number of failures after which a resume token is revoked. */
const triesPerDraft = 4;

/**
 * Maximum rank difference in standard deviations. If times reveal nothing, their rank difference exceeds this only once in 16,000
 * comparisons.
 */
const mostDeviations = 4;

const taxIdLast4 = business.taxId.replace(/\D/g, '').slice(-4);
const { dateOfBirth } = applicant;

type Headers = Readonly<Record<string, string>>;

function post(port: number, path: string, value: unknown, headers: Headers = {}, from = freshAddress()) {
  const body = value === undefined ? undefined : JSON.stringify(value);
  const type = body === undefined ? {} : { 'content-type': 'application/json' };
  return call(port, 'POST', `/api/v1${path}`, {
    headers: { ...headers, ...type },
    from,
    ...(body && { body }),
  });
}

/** Creates a draft with an applicant, and ends its session. Returns the cookie that contains the resume token. */
async function leftDraft(port: number): Promise<string> {
  const from = freshAddress();
  const session = await sessionFrom(port, from);
  const created = await post(port, '/application', { applicationData: business }, session, from);
  const { id: applicationId } = JSON.parse(created.body.toString()) as { id: string };
  await post(port, '/personnel', { applicationId, personnelType: 'applicant', ...applicant }, session, from);
  await post(port, '/apply/finish/timeout', undefined, session, from);
  const [cookie] = [created.headers['set-cookie'] ?? []].flat();
  if (cookie === undefined) throw new Error('The draft has no resume cookie.');
  return cookie.split(';')[0] ?? '';
}

interface Try {
  readonly kind: string;
  readonly cookie: string | undefined;
  readonly facts: object;
}

export const tellingTimes: Attack = {
  name: 'telling-times',
  demands: ['X22'],
  about: `response times of ${triesPerKind} tries each to resume without a draft, with wrong facts, and with nearly right facts`,
  env: { LIMITS_FACTOR: '100000' },
  run: async ({ port }): Promise<readonly Figure[]> => {
    const drafts: string[] = [];
    while (drafts.length < (2 * triesPerKind) / triesPerDraft) drafts.push(await leftDraft(port));
    const wrongTaxId = { taxIdLast4: '0000', dateOfBirth };
    const wrongDate = { taxIdLast4, dateOfBirth: '1970-01-01' };
    // Alternates the kinds of attempts, so that other load on the machine slows all of them alike.
    const tries = Array.from({ length: triesPerKind }, (_, at): Try[] => [
      { kind: 'no cookie', cookie: undefined, facts: wrongDate },
      { kind: 'an unknown secret', cookie: `resume-0a1b2c3d=${'A'.repeat(43)}`, facts: wrongDate },
      {
        kind: 'a draft, another tax ID',
        cookie: drafts[Math.floor((2 * at) / triesPerDraft)],
        facts: wrongTaxId,
      },
      {
        kind: 'a draft, its tax ID, another date',
        cookie: drafts[Math.floor((2 * at) / triesPerDraft)],
        facts: wrongDate,
      },
    ]).flat();
    const times = new Map<string, number[]>();
    const statuses: (number | undefined)[] = [];
    const work = async () => {
      for (let next = tries.shift(); next; next = tries.shift()) {
        const from = freshAddress();
        const begun = performance.now();
        const { status } = await post(
          port,
          '/resume/device',
          next.facts,
          next.cookie ? { cookie: next.cookie } : {},
          from,
        );
        times.set(next.kind, [...(times.get(next.kind) ?? []), performance.now() - begun]);
        statuses.push(status);
      }
    };
    await Promise.all(Array.from({ length: atOnce }, work));
    const [[, nothing = []] = ['', []], ...others] = [...times];
    return [
      countOnly('tries', statuses.length),
      mustBeZero('responses other than 404', statuses.filter((status) => status !== 404).length),
      {
        what: 'median of those without a cookie',
        value: `${percentile(nothing, 0.5).toFixed(1)} ms`,
        demand: '',
        met: true,
      },
      ...others.map(([kind, millis]) => {
        const apart = rankDifference(millis, nothing);
        return {
          what: `${kind}: longer by`,
          value: `${apart.toFixed(1)} deviations, median ${percentile(millis, 0.5).toFixed(1)} ms`,
          demand: `0 ± ${mostDeviations}`,
          met: Math.abs(apart) < mostDeviations,
        };
      }),
    ];
  },
};

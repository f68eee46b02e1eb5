/** An attack with requests that are almost valid, and with data that is not HTTP (F3). */
import fc from 'fast-check';
import { everyCall } from '../../tests/support/every-call.ts';
import { type Figure, mustBeZero } from '../../tests/support/figures.ts';
import {
  brokenJson,
  brokenMultipart,
  brokenPath,
  record,
  strangeHeaders,
} from '../../tests/support/malformed-values.ts';
import type { Attack } from './attack.ts';
import { call, freshAddress, sessionFrom } from './attackers.ts';

const requests = 10_000;
const atOnce = 5;
const seed = 20_261_123;

interface Malformed {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

const ids = { application: 'x', person: 'x', document: 'x' };
const known = fc
  .constantFrom(...everyCall)
  .map(({ method, path }) => ({ method, path: `/api/v1${path(ids, 'x')}` }));
const json = { 'content-type': 'application/json' };

const malformed: fc.Arbitrary<Malformed> = fc.oneof(
  fc
    .tuple(known, record)
    .map(([at, body]) => ({ ...at, headers: json, body: Buffer.from(JSON.stringify(body)) })),
  fc.tuple(known, brokenJson).map(([at, body]) => ({ ...at, headers: json, body })),
  fc.tuple(known, brokenMultipart).map(([at, { body, type }]) => ({
    ...at,
    headers: { 'content-type': type },
    body,
  })),
  fc.tuple(known, strangeHeaders).map(([at, headers]) => ({ ...at, headers, body: Buffer.alloc(0) })),
  fc.tuple(fc.constantFrom('GET', 'POST', 'PATCH', 'DELETE', 'PURGE'), brokenPath).map(([method, path]) => ({
    method,
    path,
    headers: {},
    body: Buffer.alloc(0),
  })),
);

export const malformedRequests: Attack = {
  name: 'malformed-requests',
  demands: ['F3'],
  about: `${requests.toLocaleString('en-US')} malformed requests in a session, ${atOnce} at the same time`,
  env: { LIMITS_FACTOR: '100000' },
  run: async ({ port }): Promise<readonly Figure[]> => {
    const from = freshAddress();
    const session = await sessionFrom(port, from);
    const waiting = fc.sample(malformed, { numRuns: requests, seed });
    const statuses: (number | undefined)[] = [];
    const work = async () => {
      for (let next = waiting.pop(); next; next = waiting.pop()) {
        const { method, path, headers, body } = next;
        const answer = await call(port, method, path, { from, headers: { ...session, ...headers }, body });
        statuses.push(answer.status);
      }
    };
    await Promise.all(Array.from({ length: atOnce }, work));
    const answered = statuses.filter((status) => status !== undefined);
    return [
      mustBeZero(
        `5xx responses except 501, of ${answered.length}`,
        answered.filter((status) => status >= 500 && status !== 501).length,
      ),
      {
        what: 'requests without a response',
        value: String(statuses.length - answered.length),
        demand: '',
        met: true,
      },
    ];
  },
};

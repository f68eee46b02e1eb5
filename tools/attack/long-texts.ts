/**
 * An attack with long texts that almost match a regular expression many times over. Sends them in all fields of the business and
 * the applicant, in the address search, in headers and in paths. A pattern that does not run in linear time would block the
 * server's only thread (X16).
 */
import { applicationFields } from '../../form/fields/application.ts';
import { applicantFields } from '../../form/fields/personnel.ts';
import { type Figure, mustBeZero } from '../../tests/support/figures.ts';
import { asMillis } from '../bench/bench.ts';
import type { Attack } from './attack.ts';
import { call, freshAddress, sessionFrom } from './attackers.ts';

/** Maximum bytes of the encoded text in a JSON body, in a path and in a header. */
const longest = { body: 60_000, path: 12_000, header: 6_000 };

/** Maximum milliseconds for a response. A slower response would delay the responses to all other clients. */
const slowestMillis = 500;

/** The texts to repeat: beginnings of texts that the product's patterns match. */
const units = [
  ' ',
  'a',
  '0',
  '-',
  '.',
  ',',
  '/',
  '@',
  'a@',
  'a.',
  '%',
  '"',
  '\\',
  '{',
  '[',
  '<',
  '<a ',
  '_',
  '`',
  '#',
];
const others = [
  '|',
  '&#',
  '![](',
  'p.o. ',
  'p o ',
  'post ',
  '\u200d',
  'e\u0301',
  '\u{1f44d}\u200d',
  '; ',
  'a=b;',
  ': ',
  '\n',
  'ﷺ',
];

interface Long {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Buffer;
}

const asJson = (method: string, path: string, value: unknown): Long => ({
  method,
  path: `/api/v1${path}`,
  headers: { 'content-type': 'application/json' },
  body: Buffer.from(JSON.stringify(value)),
});

/** Returns requests that contain a text from `repeated`: in each field, in the address search, in paths or in headers. */
function requestsWith(id: string, repeated: (length: number) => string): readonly Long[] {
  const text = repeated(longest.body);
  const short = encodeURIComponent(repeated(longest.path / 4)).slice(0, longest.path);
  const header = short.slice(0, longest.header);
  const get = (path: string, headers = {}): Long => ({ method: 'GET', path, headers });
  return [
    ...Object.keys(applicationFields).map((key) =>
      asJson('PATCH', `/application/${id}`, { applicationData: { [key]: text } }),
    ),
    ...Object.keys(applicantFields).map((key) =>
      asJson('POST', '/personnel', { applicationId: id, personnelType: 'applicant', [key]: text }),
    ),
    asJson('POST', '/places', { query: text }),
    asJson('PATCH', `/application/${id}`, { [text]: text }),
    get(`/${short}`),
    get(`/api/v1/application/${short}`),
    get('/', { 'x-forwarded-for': header, 'user-agent': header, accept: header, 'accept-encoding': header }),
    get('/api/v1/agreement/terms', { cookie: header, 'if-match': header, 'sec-fetch-site': header }),
  ];
}

export const longTexts: Attack = {
  name: 'long-texts',
  demands: ['X16', 'X18'],
  about:
    `text that nearly matches a pattern: up to ${longest.body / 1000} KB in each field, ${longest.path / 1000} KB in each path ` +
    `and ${longest.header / 1000} KB in each header, with ${units.length + others.length} repeated texts`,
  env: { LIMITS_FACTOR: '100000' },
  run: async ({ port }): Promise<readonly Figure[]> => {
    const from = freshAddress();
    const session = await sessionFrom(port, from);
    const json = { 'content-type': 'application/json' };
    const made = await call(port, 'POST', '/api/v1/application', {
      from,
      headers: { ...session, ...json },
      body: Buffer.from('{}'),
    });
    const { id } = JSON.parse(made.body.toString()) as { readonly id: string };
    const millis: number[] = [];
    const statuses: (number | undefined)[] = [];
    for (const unit of [...units, ...others])
      for (const tail of ['', '!'])
        for (const { method, path, headers, body } of requestsWith(
          id,
          (length) =>
            unit.repeat(Math.floor((length - 1) / Buffer.byteLength(JSON.stringify(unit).slice(1, -1)))) +
            tail,
        )) {
          const since = performance.now();
          const answer = await call(port, method, path, {
            from,
            headers: { ...session, ...headers },
            ...(body && { body }),
          });
          millis.push(performance.now() - since);
          statuses.push(answer.status);
        }
    const slowest = Math.max(...millis);
    return [
      mustBeZero(
        `5xx responses, of ${statuses.length}`,
        statuses.filter((status) => status !== undefined && status >= 500).length,
      ),
      {
        what: 'slowest response',
        value: asMillis(slowest),
        demand: `≤ ${slowestMillis} ms`,
        met: slowest <= slowestMillis,
      },
    ];
  },
};

/** Generators of malformed requests (F3). */
import fc from 'fast-check';
import type { ApiCall, Ids } from './every-call.ts';
import { applicant, business, canaries } from './sample-application.ts';

/** Values that often break software, and sensitive values that no response or log may repeat. */
const nasty = fc.constantFrom<unknown>(
  ...Object.values(canaries),
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\ud800',
  '\udfff\ud800',
  '\u202e',
  '\uffff',
  '𝟙𝟚𝟛',
  '%00',
  "'; drop table application; --",
  '../../../etc/passwd',
  '<script>',
  'x'.repeat(5_000),
  '9'.repeat(400),
  '1e400',
  'NaN',
  '__proto__',
  'constructor',
  '2024-02-30',
  '-0001-01-01',
  0,
  -0,
  -1,
  0.1,
  1e21,
  1e308,
  -1e308,
  5e-324,
  2 ** 53,
  true,
  false,
  null,
  [],
  {},
  [[]],
  { $ne: null },
  { toString: 1, valueOf: 2 },
);

const fieldNames = fc.constantFrom(
  ...Object.keys(business),
  ...Object.keys(applicant),
  'applicationId',
  'personnelType',
  'applicationData',
  'disclosures',
  'sections',
  'shareInformation',
  'business',
  'guarantorId',
  'version',
  'agreed',
  'query',
  'id',
  '__proto__',
  'constructor',
  'prototype',
  'hasOwnProperty',
  '',
);

const values = fc.oneof(
  { weight: 3, arbitrary: nasty },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 4 }) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 40 }) },
);
/** Records with known and unknown field names and with arbitrary values. */
export const record = fc.dictionary(fieldNames, values, { maxKeys: 6, noNullPrototype: true });

/**
 * Returns a generator of bodies for a call: the call's valid body with some fields replaced or added. Such bodies get past the
 * server's first checks more often than random bodies.
 */
export function bodyNear(call: ApiCall, ids: Ids): fc.Arbitrary<unknown> {
  const right = call.body?.(ids).json;
  return fc
    .tuple(record, fc.dictionary(fc.constantFrom('applicationData', 'disclosures', 'sections'), record))
    .map(([flat, nested]) => ({ ...(right as object | undefined), ...flat, ...nested }));
}

/** Bodies that are rarely valid JSON: random bytes, or truncated JSON, sometimes followed by one more character. */
export const brokenJson: fc.Arbitrary<Buffer> = fc.oneof(
  fc
    .tuple(record, fc.nat({ max: 200 }), fc.constantFrom('', '}', ']', '\u0000', ',', '"', '\ud800'))
    .map(([json, at, more]) => Buffer.from(JSON.stringify(json).slice(0, at) + more)),
  fc.uint8Array({ maxLength: 200 }).map((array) => Buffer.from(array)),
);

const multipartLines = fc.constantFrom(
  '--b',
  '--b--',
  '',
  'Content-Disposition: form-data; name="document"; filename="a.pdf"',
  'Content-Disposition: form-data; name="document"; filename*=UTF-8\'\'%ff%00',
  'Content-Disposition: form-data; name="applicationId"',
  'Content-Disposition: form-data; name="__proto__"',
  'Content-Disposition: form-data; name=',
  'Content-Disposition: attachment',
  'Content-Type: application/pdf',
  'Content-Type: application/json',
  'Content-Transfer-Encoding: base64',
  'Content-Transfer-Encoding: nonsense',
  '%PDF-1.7',
  '\u0000\ud800',
  '{"__proto__":1}',
  'proof_of_entity',
);

/** Multipart bodies whose lines are in random order. `type` is the content type of the request. */
export const brokenMultipart: fc.Arbitrary<{ readonly body: Buffer; readonly type: string }> = fc.record({
  body: fc.array(multipartLines, { maxLength: 14 }).map((all) => Buffer.from(all.join('\r\n'))),
  type: fc
    .constantFrom('boundary=b', 'boundary="b"', 'boundary=', '', 'boundary=c')
    .map((named) => `multipart/form-data; ${named}`),
});

const headerText = fc.oneof(
  fc.string({ unit: 'grapheme-ascii', maxLength: 60 }),
  fc.constantFrom('"', 'W/"1"', '"1', '*', ',', '\u00ff', 'x'.repeat(4_000)),
);
/** Headers that the server or a library interprets, with arbitrary values. */
export const strangeHeaders: fc.Arbitrary<Readonly<Record<string, string>>> = fc.dictionary(
  fc.constantFrom(
    'if-match',
    'idempotency-key',
    'x-web-session-id',
    'cookie',
    'user-agent',
    'x-forwarded-for',
    'accept',
    'content-type',
    'content-length',
    'transfer-encoding',
    'expect',
    'range',
  ),
  headerText,
  { maxKeys: 3, noNullPrototype: true },
);

const pathPart = fc.oneof(
  fc.constantFrom(
    '..',
    '.',
    '%2e%2e',
    '%2F',
    '%00',
    '%ff',
    '%',
    '%zz',
    '%C0%80',
    '%ED%A0%80',
    '',
    '*',
    ':id',
  ),
  fc.constantFrom(
    '~',
    '1',
    'null',
    'undefined',
    '__proto__',
    'constructor',
    'a'.repeat(500),
    ...Object.values(canaries),
  ),
  fc.string({ unit: 'grapheme-ascii', maxLength: 12 }).map((text) => text.replace(/[^\x21-\x7e]/g, '')),
);
const pathBases = fc.constantFrom(
  ...[
    '/application',
    '/personnel',
    '/document',
    '/agreement',
    '/apply/start',
    '/apply/finish',
    '',
    '/apply/start/entity-key',
  ],
);
/** Paths that start like the path of an existing call and continue with arbitrary segments. */
export const brokenPath: fc.Arbitrary<string> = fc
  .tuple(pathBases, fc.array(pathPart, { maxLength: 3 }), fc.option(pathPart))
  .map(
    ([base, parts, query]) => `/api/v1${base}/${parts.join('/')}${query === null ? '' : `?session=${query}`}`,
  );

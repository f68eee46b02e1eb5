/** Values for malformed requests (F3). */
import fc from 'fast-check';
import type { ApiCall, Ids } from './every-call.ts';
import { applicant, business, canaries } from './sample-application.ts';

/** Texts and numbers that have broken programs before, some of them sensitive. */
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
/** Known and unknown names, with anything as their values. */
export const record = fc.dictionary(fieldNames, values, { maxKeys: 6, noNullPrototype: true });

/** A body close enough to a valid one to pass the first checks. */
export function bodyNear(call: ApiCall, ids: Ids): fc.Arbitrary<unknown> {
  const right = call.body?.(ids).json;
  return fc
    .tuple(record, fc.dictionary(fc.constantFrom('applicationData', 'disclosures', 'sections'), record))
    .map(([flat, nested]) => ({ ...(right as object | undefined), ...flat, ...nested }));
}

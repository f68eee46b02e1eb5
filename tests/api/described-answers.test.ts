/**
 * Tests that the OpenAPI document describes each answer with the keywords for its declaration in form/, and that the description
 * and the server's check agree on right and wrong answers of each field type.
 */
import { Compile } from 'typebox/schema';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { personnelTypes } from '../../api/personnel.ts';
import type { FieldTypeName } from '../../form/field-types/field-types.ts';
import { type Field, type Fields, optionsOf, rulesOf } from '../../form/fields/field.ts';
import { baseForm, fieldsOf } from '../../form/fields/form.ts';
import { recordOfPerson } from '../../form/people/people.ts';
import { noContext, parseWire, validateAnswer } from '../../form/validation/validate.ts';
import { everyCall } from '../support/every-call.ts';
import { bodiesOf, type OpenapiDocument, openapiDocument, type Schema } from '../support/openapi-document.ts';
import { startTestServer, type TestServer } from '../support/test-server.ts';

let server: TestServer;
let document: OpenapiDocument;
/** The described members of each record. */
let members: Readonly<Record<string, Schema['properties']>>;
beforeAll(async () => {
  server = await startTestServer();
  document = await openapiDocument(server);
  const [{ properties = {} } = {}] = bodiesOf(document, { method: 'PATCH', route: '/application/{id}' });
  const people = bodiesOf(document, { method: 'POST', route: '/personnel' });
  members = {
    application: properties['applicationData']?.properties,
    disclosures: properties['disclosures']?.properties,
    ...Object.fromEntries(personnelTypes.map((type, i) => [recordOfPerson[type], people[i]?.properties])),
  };
});
afterAll(() => server.stop());

const limiting = ['enum', 'format', 'pattern', 'minLength', 'maxLength', 'minimum', 'maximum'] as const;
type Limiting = (typeof limiting)[number];

interface Expected {
  /** The limiting keywords that the description of every field of the type has. */
  readonly keywords: readonly Limiting[];
  readonly right: readonly unknown[];
  readonly wrong: readonly unknown[];
}

const nineDigits = [
  '512447731',
  '512-44-7731',
  ' 512 44 7731 ',
  '(512) 44–7731',
  '５１２４４７７３１',
  '512\u200b447731',
];
const notNineDigits = ['51244773', '5124477310', '512-44-773l', 'none', '512_44_7731'];
const ofNine: Expected = { keywords: ['pattern'], right: nineDigits, wrong: notNineDigits };
const ofId: Expected = {
  keywords: ['format'],
  right: ['0190b0a0-0000-7000-8000-000000000000'],
  wrong: ['x', '0190b0a0-0000-7000-8000'],
};
const whole = { right: [0, 7, 12], wrong: [-1, 0.5, '7'] } as const;
const yesOrNo: Expected = { keywords: [], right: [true], wrong: ['yes', 1] };

const ofType: { readonly [T in FieldTypeName]: Expected } = {
  text: { keywords: ['maxLength'], right: ['Zoë', 'é'.repeat(30)], wrong: [42, 'é'.repeat(101)] },
  email: {
    keywords: ['format', 'pattern', 'maxLength'],
    right: ['zoe@larkspur.example.com', "o'neil+card@a-b.example"],
    wrong: [
      'zoe',
      'zoe@larkspur',
      'zoe@-larkspur.example',
      'zoe larkspur@a.example',
      `z@${'a.'.repeat(50)}example`,
    ],
  },
  phone: {
    keywords: ['pattern'],
    right: ['2025550123', '(202) 555-0123', '+1 202 555 0123', '1-202-555-0123', '202.555.0123'],
    wrong: ['555-0123', '2 202 555 0123', '202-555-0123 ext 4', '011 49 30 123456'],
  },
  ssn: ofNine,
  taxId: ofNine,
  zip: {
    keywords: ['pattern'],
    right: ['78701', '78701-1234', '787011234', '７８７０１'],
    wrong: ['7870', '787012', '78701-123', 'ABCDE'],
  },
  state: { keywords: ['pattern'], right: ['TX', 'tx', 'Tx', 'DC'], wrong: ['XX', 'PR', 'Texas', 'T'] },
  industry: { keywords: ['pattern'], right: ['561730', '56 17 30'], wrong: ['56173', '5617300', 'lawn'] },
  date: { keywords: ['format'], right: ['1980-02-29'], wrong: ['1980-02-30', '03/04/1980', '1980-2-9'] },
  count: { keywords: ['minimum', 'maximum'], ...whole },
  years: { keywords: ['minimum', 'maximum'], ...whole },
  money: { keywords: ['minimum', 'maximum'], ...whole },
  percent: { keywords: ['minimum', 'maximum'], right: [25, 33.33, 100], wrong: [-1, 101, '25'] },
  yesNo: yesOrNo,
  consent: yesOrNo,
  choice: { keywords: ['enum'], right: [], wrong: ['none of the options'] },
  person: ofId,
  file: ofId,
};

/** Returns what the description of a field must say, by the field's type, options and limits. */
function expectedOf(field: Field): Expected {
  const { keywords, right, wrong } = ofType[field.type];
  const beyond = rulesOf(field).flatMap((rule): readonly unknown[] => {
    if (rule.kind !== 'maxLength') return [];
    return field.type === 'text' || field.type === 'email' ? ['x'.repeat(rule.max + 1)] : [10 ** rule.max];
  });
  return { keywords, right: [...right, ...optionsOf(field)], wrong: [...wrong, ...beyond] };
}

const limitsOf = (schema: Schema) => limiting.filter((keyword) => schema[keyword] !== undefined);
const isDescribed = (schema: Schema, answer: unknown) => Compile(schema).Check(answer);
const isAccepted = (field: Field, answer: unknown) =>
  validateAnswer(field, '', parseWire(field, answer), noContext) === undefined;

const records = ['application', 'disclosures', 'applicant', 'owner', 'authorizedUser'] as const;
const everyField = records.flatMap((record) =>
  Object.entries<Field>(fieldsOf(baseForm, record)).map(([key, field]) => ({ record, key, field })),
);

describe.each(everyField)('the description of $record.$key', ({ record, key, field }) => {
  const member = () => members[record]?.[key] ?? {};
  const { keywords, right, wrong } = expectedOf(field);

  test('has the keywords for the field’s type', () => {
    expect(limitsOf(member())).toEqual(expect.arrayContaining([...keywords]));
  });

  test('accepts and refuses the same answers as the server', () => {
    const read = (answer: unknown) => [answer, isDescribed(member(), answer), isAccepted(field, answer)];
    expect(right.map(read)).toEqual(right.map((answer) => [answer, true, true]));
    expect(wrong.map(read)).toEqual(wrong.map((answer) => [answer, false, false]));
  });
});

test('the body that changes any person limits a member like the fields of all types of people', () => {
  const [{ properties = {} } = {}] = bodiesOf(document, { method: 'PATCH', route: '/personnel/{id}' });
  const people: Fields = { ...baseForm.authorizedUser, ...baseForm.owner, ...baseForm.applicant };
  for (const [key, field] of Object.entries(people))
    expect([key, ...limitsOf(properties[key] ?? {})]).toEqual([
      key,
      ...limiting.filter((k) => ofType[field.type].keywords.includes(k)),
    ]);
});

/** The texts whose format only the server knows. */
const opaque = ['sessionId', 'domainKey', 'providerId', 'version', 'sha256', 'token'];

/** Returns the names of a body's text members that have no limiting keyword. */
function unlimited({ properties = {} }: Schema): string[] {
  return Object.entries(properties).flatMap(([key, member]) => [
    ...([member.type].flat().includes('string') && limitsOf(member).length === 0 ? [key] : []),
    ...unlimited(member),
  ]);
}

test('every text in a body has a format, a pattern, options or a limit, unless only the server knows its format', () => {
  const bodies = everyCall.filter(({ body }) => body).flatMap((call) => bodiesOf(document, call));
  expect(new Set(bodies.flatMap(unlimited))).toEqual(new Set(opaque));
});

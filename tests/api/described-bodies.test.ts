/**
 * Tests how the OpenAPI document describes request bodies: every member has a type, the limits are the requested program's (D13),
 * and the server refuses every body that the description forbids.
 */
import { Compile } from 'typebox/schema';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import type { ProblemDetails } from '../../api/error.ts';
import { type ApiCall, everyCall, titled } from '../support/every-call.ts';
import { bodiesOf, type OpenapiDocument, openapiDocument, type Schema } from '../support/openapi-document.ts';
import { change, folderCopy } from '../support/programs.ts';
import {
  addPerson,
  applicant,
  authorizedUser,
  begun,
  business,
  owner,
} from '../support/sample-application.ts';
import { startTestServer, type TestServer } from '../support/test-server.ts';

let server: TestServer;
let document: OpenapiDocument;
beforeAll(async () => {
  server = await startTestServer({ env: { LIMITS_FACTOR: '1000' } });
  document = await openapiDocument(server);
});
afterAll(() => server.stop());

const isValid = (schema: Schema, value: unknown) => Compile(schema).Check(value);

const anId = '0190b0a0-0000-7000-8000-000000000000';
const ids = { application: anId, person: anId, document: anId };
const withBody = everyCall.filter(({ body }) => body !== undefined);

/** Returns the paths of a body's members whose schema has neither a type nor a list of allowed values. */
function untyped({ properties = {} }: Schema): string[] {
  return Object.entries(properties).flatMap(([key, member]) => [
    ...(member.type === undefined && member.enum === undefined ? [key] : []),
    ...untyped(member).map((path) => `${key}.${path}`),
  ]);
}

describe.each(titled(withBody))('the body of %s', (_, call) => {
  test('has a name, and a type for each of its members', () => {
    const [content] = Object.values(
      document.paths[`/api/v1${call.route}`]?.[call.method.toLowerCase()]?.requestBody?.content ?? {},
    );
    expect(content?.schema).toEqual({ $ref: expect.stringMatching(/^#\/components\/schemas\/\w+$/) });
    const bodies = bodiesOf(document, call);
    expect(bodies.flatMap(({ properties = {} }) => Object.keys(properties)).length).toBeGreaterThan(0);
    expect(bodies.flatMap(untyped)).toEqual([]);
  });

  test('has a description that allows the bodies of these tests', () => {
    const { json } = call.body?.(ids) ?? {};
    if (json === undefined) return;
    expect(bodiesOf(document, call).some((body) => isValid(body, json))).toBe(true);
  });
});

const creation: Pick<ApiCall, 'method' | 'route'> = { method: 'POST', route: '/application' };
const addition: Pick<ApiCall, 'method' | 'route'> = { method: 'POST', route: '/personnel' };

test('the description allows answers as people write them: 84-7315926, 78701-1234, (202) 555-0123, mn', () => {
  const [body = {}] = bodiesOf(document, creation);
  const disclosures = { shareInformation: true, authority: true };
  expect(isValid(body, { applicationData: business, disclosures })).toBe(true);
  const empty = Object.fromEntries(Object.keys(business).map((key) => [key, null]));
  expect(isValid(body, { id: null, applicationData: empty })).toBe(true);
});

test('the description of each kind of person has the fields of that kind', () => {
  const people = [
    { applicationId: anId, personnelType: 'applicant', ...applicant },
    { applicationId: anId, personnelType: 'owner', ...owner },
    { applicationId: anId, personnelType: 'authorized_user', ...authorizedUser },
  ];
  const bodies = bodiesOf(document, addition);
  expect(people.map((person) => bodies.map((body) => isValid(body, person)))).toEqual([
    [true, false, false],
    [false, true, false],
    [false, false, true],
  ]);
});

test('the limits are those of the requested program', async () => {
  const folder = await folderCopy();
  await change(folder, 'toro/program.json', {
    fields: {
      'application.businessName': { minLength: 5, maxLength: 12 },
      'application.employeeCount': { minValue: 3 },
      'application.annualSalesAmount': { maxValue: 5000 },
      'applicant.occupation': { maxLength: 30 },
      'owner.occupation': { maxLength: 20 },
      'application.dba': { hidden: true },
    },
  });
  const programs = await startTestServer({ env: { PROGRAMS_DIR: folder } });
  onTestFinished(() => programs.stop());

  const limitsAt = async (host: string) => {
    const described = await openapiDocument(programs, host);
    const [{ properties = {} } = {}] = bodiesOf(described, creation);
    const { businessName, employeeCount, annualSalesAmount, dba } =
      properties['applicationData']?.properties ?? {};
    const [{ properties: anyone = {} } = {}] = bodiesOf(described, {
      method: 'PATCH',
      route: '/personnel/{id}',
    });
    const occupations = bodiesOf(described, addition).map((body) => body.properties?.['occupation']);
    return {
      businessName: [businessName?.minLength, businessName?.maxLength],
      employeeCount: [employeeCount?.minimum, employeeCount?.maximum],
      annualSalesAmount: annualSalesAmount?.maximum,
      occupations: occupations.map((occupation) => occupation?.maxLength),
      ofAnyone: anyone['occupation']?.maxLength,
      asksForDba: !dba?.description?.includes('does not ask'),
    };
  };
  const own = {
    businessName: [undefined, 30],
    employeeCount: [0, 999_999],
    annualSalesAmount: 999_999_999,
    occupations: [100, 100, undefined],
    ofAnyone: 100,
    asksForDba: true,
  };
  expect(await limitsAt('exmark.localhost')).toEqual(own);
  expect(await limitsAt('toro.localhost')).toEqual({
    businessName: [5, 12],
    employeeCount: [3, 999_999],
    annualSalesAmount: 5000,
    occupations: [30, 20, undefined],
    ofAnyone: 30,
    asksForDba: false,
  });
  expect(await limitsAt('elsewhere.example')).toEqual(own);
  const docs = await programs.app.inject({ url: '/docs/json', headers: { host: 'toro.localhost' } });
  expect(docs.json()).toEqual(await openapiDocument(programs, 'toro.localhost'));
});

/**
 * Returns values that are wrong for at least some fields: values of the wrong type, and values just beyond each described limit.
 */
function wrongFor({ maxLength = 0, maximum, minimum = 0 }: Schema): readonly unknown[] {
  return [
    42,
    -1,
    0.5,
    1.005,
    true,
    'yes',
    'x',
    '12345678',
    '1234567890123',
    '1980-02-30',
    '03/04/1980',
    'someone@nowhere',
    'XX',
    [],
    ['own'],
    {},
    'x'.repeat(maxLength + 1),
    (maximum ?? 1e12) + 1,
    minimum - 1,
  ];
}

interface Sent {
  readonly of: string;
  readonly properties: Readonly<Record<string, Schema>>;
  readonly send: (answers: Readonly<Record<string, unknown>>) => Promise<{ readonly body: unknown }>;
  readonly prefix: string;
}

/** Returns the application's three records of answers, and a person of each kind. Each item's `send` sends answers for it. */
async function records(): Promise<readonly Sent[]> {
  const { browser, id, path } = await begun(server.client());
  const [{ properties = {} } = {}] = bodiesOf(document, { method: 'PATCH', route: '/application/{id}' });
  const people = bodiesOf(document, addition);
  const patch = (to: string, json: object) => browser.send('PATCH', to, { json });
  const ofApplication = ['applicationData', 'disclosures', 'sections'].map((record) => ({
    of: record,
    properties: properties[record]?.properties ?? {},
    send: (answers: object) => patch(path, { [record]: answers }),
    prefix: `${record}.`,
  }));
  const kinds = ['applicant', 'owner', 'authorized_user'];
  const ofPeople = await Promise.all(
    kinds.map(async (kind, index) => {
      const person = await addPerson(browser, id, kind, {});
      const { applicationId, personnelType, ...properties } = people[index]?.properties ?? {};
      return {
        of: kind,
        properties,
        send: (answers: object) => patch(`/personnel/${person.id}`, answers),
        prefix: '',
      };
    }),
  );
  return [...ofApplication, ...ofPeople];
}

test('the server refuses each answer that the description refuses, and names its field', async () => {
  for (const { of, properties, send, prefix } of await records()) {
    const wrong = Object.entries(properties).map(([key, schema]) => ({
      key,
      values: wrongFor(schema).filter((value) => !isValid(schema, value)),
    }));
    expect(wrong.filter(({ values }) => values.length < 5)).toEqual([]);
    const rounds = Math.max(...wrong.map(({ values }) => values.length));
    for (let round = 0; round < rounds; round += 1) {
      const sent = Object.fromEntries(
        wrong.flatMap(({ key, values }) => (round < values.length ? [[key, values[round]]] : [])),
      );
      const { errors = [], code } = (await send(sent)).body as ProblemDetails;
      expect({ of, sent, code, named: errors.map(({ field }) => field).sort() }).toEqual({
        of,
        sent,
        code: 'validation_failed',
        named: Object.keys(sent)
          .map((key) => `${prefix}${key}`)
          .sort(),
      });
    }
  }
});

test('an answer at its limits is valid according to the description and on the server', async () => {
  for (const { of, properties, send } of await records()) {
    const limits = Object.entries(properties).flatMap(([key, { maxLength, minimum, maximum, pattern }]) => [
      ...(maxLength !== undefined && pattern === undefined ? [[key, 'é'.repeat(maxLength)]] : []),
      ...[minimum, maximum].flatMap((limit) => (limit === undefined ? [] : [[key, limit]])),
    ]) as [string, string | number][];
    for (const [key, value] of limits) {
      expect(isValid(properties[key] ?? {}, value)).toBe(true);
      expect({ of, key, value, ...(await send({ [key]: value })) }).toMatchObject({ of, key, status: 200 });
      // Clear the answer again, because the owners' shares together must not exceed 100% (D6).
      await send({ [key]: null });
    }
  }
});

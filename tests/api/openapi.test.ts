import { Validator } from '@seriousme/openapi-schema-validator';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { problemCodes } from '../api/problem.ts';
import { applicationFields } from '../form/application.ts';
import { applicantFields } from '../form/personnel.ts';
import { everyCall, titled } from './every-call.ts';
import type { TestServer } from './test-server.ts';
import { startTestServer } from './test-server.ts';

interface Operation {
  readonly summary?: string;
  readonly security: readonly Readonly<Record<string, unknown>>[];
  readonly parameters?: readonly { readonly name: string; readonly in: string }[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: unknown }>> };
  readonly responses: Readonly<Record<string, { readonly content?: Readonly<Record<string, unknown>> }>>;
}

let server: TestServer;
let document: { openapi: string; paths: Record<string, Record<string, Operation>> };

beforeAll(async () => {
  server = await startTestServer();
  document = (await server.app.inject({ url: '/openapi.json' })).json();
});
afterAll(() => server.stop());

test('/openapi.json is valid OpenAPI 3.1, at any host', async () => {
  const validator = new Validator();
  expect(await validator.validate(structuredClone(document))).toEqual({ valid: true });
  expect(validator.version).toBe('3.1');
  const elsewhere = await server.app.inject({ url: '/openapi.json', headers: { host: 'elsewhere.example' } });
  expect(elsewhere.statusCode).toBe(200);
});

test('it lists exactly the calls that these tests know', () => {
  const listed = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  );
  expect(listed.sort()).toEqual(everyCall.map(({ method, route }) => `${method} /api/v1${route}`).sort());
});

describe.each(titled(everyCall))('%s is described', (_, { method, route, body, session }) => {
  const operation = () => document.paths[`/api/v1${route}`]?.[method.toLowerCase()];

  test('with a summary, its answer and its refusals', () => {
    const { summary, responses = {} } = operation() ?? {};
    expect(summary).toMatch(/\S/);
    const { '4XX': refused, '5XX': failed, ...own } = responses;
    expect(Object.keys(own).length).toBeGreaterThan(0);
    for (const [status, { content }] of Object.entries(own))
      expect(content === undefined).toBe(status === '204');
    for (const answer of [refused, failed])
      expect(answer).toMatchObject({
        content: {
          'application/problem+json': {
            schema: {
              required: ['type', 'title', 'status', 'code', 'detail', 'requestId'],
              properties: { code: { enum: Object.keys(problemCodes) } },
            },
          },
        },
      });
  });

  test('with its body and how it proves the session', () => {
    const sample = body?.({ application: '', person: '', document: '' });
    const type = sample?.form ? 'multipart/form-data' : 'application/json';
    expect(Object.keys(operation()?.requestBody?.content ?? {})).toEqual(sample ? [type] : []);
    const named = { header: 'webSessionId', query: 'webSessionIdInQuery', none: undefined }[session];
    expect(operation()?.security.map((needed) => Object.keys(needed))).toEqual(
      named ? [[named, 'sessionCookie']] : [],
    );
  });
});

test('it names every field that can be sent, with its rules, and no other', () => {
  const sent = (path: string, method: string) =>
    document.paths[path]?.[method]?.requestBody?.content['application/json']?.schema;
  expect(sent('/api/v1/application/{id}', 'patch')).toMatchObject({
    additionalProperties: false,
    properties: {
      applicationData: {
        additionalProperties: false,
        properties: Object.fromEntries(
          Object.entries(applicationFields).map(([key, { label }]) => [
            key,
            { description: expect.stringContaining(label) },
          ]),
        ),
      },
    },
  });
  expect(sent('/api/v1/personnel/{id}', 'patch')).toMatchObject({
    additionalProperties: false,
    properties: { ...Object.fromEntries(Object.keys(applicantFields).map((key) => [key, {}])) },
  });
});

test('it offers masked answers for reading as their last four only', () => {
  const { '200': read } = document.paths['/api/v1/application/{id}']?.['get']?.responses ?? {};
  const text = JSON.stringify(read);
  expect(text).toContain('"taxIdLast4"');
  expect(text).toContain('"ssnLast4"');
  expect(text).not.toMatch(/"(taxId|ssn)"/);
});

test('it says which headers calls take', () => {
  const headers = (path: string, method: string) =>
    document.paths[path]?.[method]?.parameters
      ?.filter(({ in: where }) => where === 'header')
      .map(({ name }) => name);
  expect(headers('/api/v1/personnel', 'post')).toEqual(['idempotency-key']);
  expect(headers('/api/v1/personnel/{id}', 'patch')).toEqual(['if-match']);
});

test('/docs shows it as a page', async () => {
  const { statusCode, headers } = await server.app.inject({ url: '/docs/' });
  expect([statusCode, headers['content-type']]).toEqual([200, expect.stringContaining('text/html')]);
});

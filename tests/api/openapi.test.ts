import { Validator } from '@seriousme/openapi-schema-validator';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { errorCodes } from '../../api/error.ts';
import { agreementKeys } from '../../form/fields/application-state.ts';
import { baseForm, fieldsOf } from '../../form/fields/form.ts';
import { finishTypes } from '../../form/flow/finish.ts';
import { everyCall, titled } from '../support/every-call.ts';
import {
  bodiesOf,
  type OpenapiDocument,
  openapiDocument,
  operationOf,
  resolved,
} from '../support/openapi-document.ts';
import type { TestServer } from '../support/test-server.ts';
import { startTestServer } from '../support/test-server.ts';

let server: TestServer;
let document: OpenapiDocument;

beforeAll(async () => {
  server = await startTestServer();
  document = await openapiDocument(server);
});
afterAll(() => server.stop());

test('/openapi.json is valid OpenAPI 3.1, at any host', async () => {
  const validator = new Validator();
  expect(await validator.validate(structuredClone(document))).toEqual({ valid: true });
  expect(validator.version).toBe('3.1');
  const elsewhere = await server.app.inject({ url: '/openapi.json', headers: { host: 'elsewhere.example' } });
  expect(elsewhere.statusCode).toBe(200);
});

test('the document lists exactly the calls that these tests know', () => {
  const listed = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  );
  const calls = everyCall.map(({ method, route }) => `${method} /api/v1${route}`);
  expect(listed.sort()).toEqual([...calls, ...probes].sort());
});

const probes = ['GET /health/live', 'GET /health/ready', 'GET /health/database'];

/** The operation names that generated clients use. A changed name breaks client code. */
const operationNames: Readonly<Record<string, string>> = {
  'POST /apply/start': 'startApplication',
  'POST /apply/start/{key}': 'startWithKey',
  'POST /apply/start/entity-key/{key}': 'startWithEntityKey',
  'GET /resume': 'getResumeOffer',
  'POST /resume/device': 'resumeOnDevice',
  'DELETE /resume/device': 'forgetDevice',
  'POST /resume/email': 'askForResumeLink',
  'POST /resume/email/confirm': 'confirmResumeAddress',
  'POST /resume/link': 'askForLinkCode',
  'POST /resume/link/open': 'resumeByLink',
  'DELETE /resume/link': 'closeResumeLink',
  'POST /apply/heartbeat': 'heartbeat',
  'POST /apply/finish/{type}': 'finish',
  'POST /application': 'createApplication',
  'GET /application/{id}': 'getApplication',
  'PATCH /application/{id}': 'changeApplication',
  'GET /application/{id}/guarantor-required': 'getGuarantorRequired',
  'PUT /application/{id}/consent/{agreement}': 'giveConsent',
  'POST /application/{id}/submit': 'submitApplication',
  'POST /personnel': 'addPersonnel',
  'PATCH /personnel/{id}': 'changePersonnel',
  'DELETE /personnel/{id}': 'removePersonnel',
  'POST /document': 'uploadDocument',
  'GET /document/{id}': 'getDocument',
  'PUT /document/{id}': 'replaceDocument',
  'DELETE /document/{id}': 'removeDocument',
  'GET /agreement/{agreement}': 'getAgreement',
  'GET /agreement/{agreement}/page/{n}': 'getAgreementPage',
  'GET /agreement/{agreement}/pdf': 'getAgreementPdf',
  'POST /places': 'findPlaces',
  'GET /health/live': 'isLive',
  'GET /health/ready': 'isReady',
  'GET /health/database': 'isDatabaseReady',
};

test('each call has a unique name, which never changes', () => {
  const named = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { operationId }]) => [
      `${method.toUpperCase()} ${path.replace('/api/v1', '')}`,
      operationId,
    ]),
  );
  expect(Object.fromEntries(named)).toEqual(operationNames);
  expect(new Set(Object.values(operationNames)).size).toBe(named.length);
});

test('the document names the servers, the license, and the subject of each group', () => {
  expect(document.servers).toEqual([{ url: '/', description: expect.stringMatching(/\w/) }]);
  expect(document.info.license).toEqual({
    name: expect.stringMatching(/\w/),
    identifier: expect.any(String),
  });
  const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods));
  const described = document.tags?.map(({ name, description }) => (description ? name : undefined));
  expect([...new Set(operations.flatMap(({ tags }) => tags))]).toEqual(described);
  const schemes = operations.flatMap(({ security }) => security.flatMap((needed) => Object.keys(needed)));
  expect(Object.keys(document.components.securitySchemes).sort()).toEqual([...new Set(schemes)].sort());
});

describe.each(titled(everyCall))('%s is described', (_, call) => {
  const { body, session } = call;
  const operation = () => operationOf(document, call);

  test('has a summary, its response and its errors', () => {
    const { summary, responses = {} } = operation() ?? {};
    expect(summary).toMatch(/\S/);
    const { '4XX': refused, '5XX': failed, ...own } = responses;
    expect(Object.keys(own).length).toBeGreaterThan(0);
    for (const [status, { content }] of Object.entries(own))
      expect(content === undefined).toBe(status === '204');
    for (const answer of [refused, failed])
      expect(answer?.content).toEqual({
        'application/problem+json': { schema: { $ref: '#/components/schemas/ProblemDetails' } },
      });
  });

  test('has its body and its proof of the session', () => {
    const sample = body?.({ application: '', person: '', document: '' });
    const type = sample?.form ? 'multipart/form-data' : 'application/json';
    expect(Object.keys(operation()?.requestBody?.content ?? {})).toEqual(sample ? [type] : []);
    const named = { header: 'webSessionId', query: 'webSessionIdInQuery', none: undefined }[session];
    expect(operation()?.security.map((needed) => Object.keys(needed))).toEqual(named ? [[named]] : []);
  });
});

test('every error has the format of RFC 9457, with a code from the list', () => {
  expect(document.components.schemas['ProblemDetails']).toMatchObject({
    required: ['type', 'title', 'status', 'code', 'detail', 'requestId'],
    properties: { code: { enum: Object.keys(errorCodes) } },
  });
});

/** The schema names that generated clients use. */
const schemaNames = [
  'AddressCode',
  'AddressQuery',
  'AddressSuggestion',
  'AddressSuggestions',
  'Agreement',
  'ApplicantCreate',
  'Application',
  'ApplicationChange',
  'ApplicationCreate',
  'ApplicationData',
  'ApplicationDataRead',
  'AuthorizedUserCreate',
  'Challenge',
  'ConfirmedSections',
  'Consent',
  'ConsentChange',
  'DeviceTry',
  'Disclosures',
  'Document',
  'DocumentReplacement',
  'DocumentUpload',
  'Domain',
  'EmailAddress',
  'FieldError',
  'GuarantorRequired',
  'HealthyNode',
  'LinkOpening',
  'LiveNode',
  'OwnerCreate',
  'Personnel',
  'PersonnelChange',
  'PersonnelCreate',
  'ProblemDetails',
  'Provider',
  'ResumeLink',
  'ResumeOffer',
  'ResumeWays',
  'ShownText',
  'ShownTexts',
  'StartResponse',
  'UnavailableNode',
];

test('the names of schemas never change', () => {
  expect(Object.keys(document.components.schemas).sort()).toEqual(schemaNames);
});

test('each named schema appears once, and every reference resolves', () => {
  const named = Object.entries(document.components.schemas);
  expect(named.map(([, { title }]) => title)).toEqual(named.map(([name]) => name));
  const text = JSON.stringify(document);
  for (const [name] of named) {
    expect(text).toContain(`"$ref":"#/components/schemas/${name}"`);
    expect(text.split(`"title":"${name}"`)).toHaveLength(2);
  }
  const referred = [...text.matchAll(/"\$ref":"([^"]*)"/g)].map(([, to = '']) => to);
  expect(new Set(referred)).toEqual(new Set(named.map(([name]) => `#/components/schemas/${name}`)));
});

test('each security scheme is a header or parameter that a client can send, and a text describes the cookie', () => {
  for (const { in: where, name } of Object.values(document.components.securitySchemes)) {
    expect(['header', 'query']).toContain(where);
    expect(() => new Headers({ [name]: 'x' })).not.toThrow();
  }
  expect(document.info.description).toContain('__Host-session-');
});

test('the document names exactly the fields that can be sent, with their rules', () => {
  const [change] = bodiesOf(document, { method: 'PATCH', route: '/application/{id}' });
  expect(change).toMatchObject({
    additionalProperties: false,
    properties: {
      applicationData: {
        additionalProperties: false,
        properties: Object.fromEntries(
          Object.entries(fieldsOf(baseForm, 'application')).map(([key, { rules }]) => [
            key,
            {
              description: expect.stringMatching(
                new RegExp(`Rules: ${rules.map(({ kind }) => `${kind}\\b.*`).join('; ')}`),
              ),
            },
          ]),
        ),
      },
    },
  });
  const records = ['applicant', 'owner', 'authorizedUser'] as const;
  const fieldsOfEach = records.map((record) => Object.keys(fieldsOf(baseForm, record)));
  const added = bodiesOf(document, { method: 'POST', route: '/personnel' });
  expect(added.map(({ properties = {} }) => Object.keys(properties))).toEqual(
    fieldsOfEach.map((fields) => ['applicationId', 'personnelType', ...fields]),
  );
  expect(added.map(({ additionalProperties }) => additionalProperties)).toEqual([false, false, false]);
  const changed = bodiesOf(document, { method: 'PATCH', route: '/personnel/{id}' });
  expect(changed).toMatchObject([{ additionalProperties: false }]);
  const [{ properties = {} } = {}] = changed;
  expect(new Set(Object.keys(properties))).toEqual(new Set(fieldsOfEach.flat()));
});

test('the document describes masked answers as their last four digits only', () => {
  const { '200': read } = document.paths['/api/v1/application/{id}']?.['get']?.responses ?? {};
  const text = JSON.stringify(resolved(document, read?.content?.['application/json']?.schema ?? {}));
  expect(text).toContain('"taxIdLast4"');
  expect(text).toContain('"ssnLast4"');
  expect(text).not.toMatch(/"(taxId|ssn)":/);
});

test('the document describes the responses of health checks, which need no session', () => {
  for (const probe of probes) {
    const { summary, security, responses } = document.paths[probe.replace('GET ', '')]?.['get'] ?? {};
    expect([summary, security]).toEqual([expect.stringMatching(/\S/), []]);
    expect(Object.keys(responses ?? {})).toEqual(probe.endsWith('live') ? ['200'] : ['200', '503']);
  }
  const { '200': live } = document.paths['/health/live']?.['get']?.responses ?? {};
  const read = resolved(document, live?.content?.['application/json']?.schema ?? {});
  expect(Object.keys(read.properties ?? {})).toEqual(['status', 'version', 'commit', 'node']);
});

test('the parameters of paths have formats and options', () => {
  const parameter = (method: 'POST' | 'GET', route: string, name: string) =>
    operationOf(document, { method, route })?.parameters?.find((one) => one.name === name)?.schema;
  expect(parameter('GET', '/application/{id}', 'id')).toMatchObject({ type: 'string', format: 'uuid' });
  expect(parameter('POST', '/apply/finish/{type}', 'type')).toMatchObject({ enum: finishTypes });
  expect(parameter('GET', '/agreement/{agreement}', 'agreement')).toMatchObject({ enum: agreementKeys });
});

test('the document describes the headers that calls accept', () => {
  const headers = (path: string, method: string) =>
    document.paths[path]?.[method]?.parameters
      ?.filter(({ in: where }) => where === 'header')
      .map(({ name }) => name);
  expect(headers('/api/v1/personnel', 'post')).toEqual(['idempotency-key']);
  expect(headers('/api/v1/personnel/{id}', 'patch')).toEqual(['if-match']);
});

test('/docs shows the document as a page', async () => {
  const { statusCode, headers } = await server.app.inject({ url: '/docs/' });
  expect([statusCode, headers['content-type']]).toEqual([200, expect.stringContaining('text/html')]);
});

test('/docs has a content security policy as strict as the page’s, and can be turned off', async () => {
  const { headers } = await server.app.inject({ url: '/docs/' });
  expect(headers['content-security-policy']).toMatch(/^default-src 'none'; script-src 'self'; /);
  expect(headers['content-security-policy']).not.toMatch(/unsafe|https:|\*/);
  const without = await startTestServer({ env: { API_DOCS: 'off' } });
  onTestFinished(without.stop);
  expect((await without.app.inject({ url: '/docs/' })).statusCode).toBe(404);
  expect((await without.app.inject({ url: '/openapi.json' })).statusCode).toBe(200);
});

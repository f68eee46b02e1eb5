import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ProblemDetails } from '../../../api/error.ts';
import type { ApiClient, Reply } from '../../../tests/support/api-client.ts';
import { type ApiCall, everyCall, titled } from '../../../tests/support/every-call.ts';
import { expectError } from '../../../tests/support/expect-error.ts';
import {
  bodiesOf,
  type OpenapiDocument,
  openapiDocument,
  type Schema,
} from '../../../tests/support/openapi-document.ts';
import { addPerson, canaries, create } from '../../../tests/support/sample-application.ts';
import type { TestServer } from '../../../tests/support/test-server.ts';
import { startTestServer } from '../../../tests/support/test-server.ts';

type Members = Readonly<Record<string, unknown>>;

let server: TestServer;
let document: OpenapiDocument;

beforeAll(async () => {
  server = await startTestServer({ env: { LIMITS_FACTOR: '1000' } });
  document = await openapiDocument(server);
});
afterAll(() => server.stop());

/** Returns the first schema of a call's body. For a person, this is the applicant's schema, which has the most fields. */
function schemaOf(call: ApiCall): Schema {
  const [first = {}] = bodiesOf(document, call);
  return first;
}

/**
 * The schema titles of objects that are checked as a whole. For example, the version and the hash of a text are valid only
 * together.
 */
const asOneAnswer = ['ShownText'];

/** Returns the paths of all fields of a body, including objects. */
function fieldsOf({ title = '', properties = {} }: Schema): string[] {
  if (asOneAnswer.includes(title)) return [];
  return Object.entries(properties).flatMap(([key, inner]) => [
    key,
    ...fieldsOf(inner).map((field) => `${key}.${field}`),
  ]);
}

/** Returns a copy of `members` with `value` at a path. */
function withValue(members: Members, path: string, value: unknown): Members {
  const [key = '', ...inner] = path.split('.');
  const within = (members[key] ?? {}) as Members;
  return { ...members, [key]: inner.length > 0 ? withValue(within, inner.join('.'), value) : value };
}

/** Prepares a session in which the call succeeds. Returns a valid body, and a function that makes the call with any body. */
async function prepared(
  call: ApiCall,
): Promise<{ body: Members; send: (json: unknown) => Promise<Reply<unknown>> }> {
  const browser: ApiClient = server.client();
  await browser.start();
  const isFirst = call.route === '/application';
  const application = isFirst ? '' : (await create(browser)).id;
  const isNamed = call.route === '/personnel/{id}';
  const person = isNamed ? (await addPerson(browser, application, 'applicant', {})).id : '';
  const ids = { application, person, document: '' };
  const body = call.body?.(ids).json as Members;
  return {
    body: 'personnelType' in body ? { ...body, personnelType: 'applicant' } : body,
    send: (json) => browser.send(call.method, call.path(ids, browser.webSessionId), { json }),
  };
}

const withJson = everyCall.filter(
  ({ body }) => body?.({ application: '', person: '', document: '' }).json !== undefined,
);

/** Fields that only the server sets. A create call may repeat the server's value. Any other value makes the call malformed. */
const serverSet = ['id', 'sessionId', 'domainKey', 'providerId'];

describe.each(titled(withJson))('%s', (_, call) => {
  test('names each known field whose value has the wrong type, and does not repeat the value', async () => {
    const { body, send } = await prepared(call);
    const fields = fieldsOf(schemaOf(call)).filter((field) => !serverSet.includes(field));
    expect(fields.length).toBeGreaterThan(0);
    for (const field of fields) {
      const reply = await send(withValue(body, field, Object.values(canaries)));
      const { code, errors } = reply.body as ProblemDetails;
      expect({ field, code, named: errors?.map((error) => error.field) }).toEqual({
        field,
        code: 'validation_failed',
        named: [field],
      });
      expectError(reply, 'validation_failed', [
        { field, rule: expect.any(String), message: expect.stringMatching(/\S/) },
      ]);
      for (const value of Object.values(canaries)) expect(JSON.stringify(reply.body)).not.toContain(value);
    }
  });

  test('refuses an unknown field, or a missing required one, as malformed', async () => {
    const { body, send } = await prepared(call);
    const { required = [], properties = {} } = schemaOf(call);
    const objects = Object.keys(properties).filter((key) => properties[key]?.properties);
    for (const at of ['', ...objects.map((key) => `${key}.`)])
      expectError(await send(withValue(body, `${at}unknown`, 1)), 'invalid_request');
    for (const key of required) {
      const { [key]: _left, ...rest } = body;
      expectError(await send(rest), 'invalid_request');
    }
  });
});

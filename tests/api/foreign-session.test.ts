import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ProblemDetails } from '../../api/error.ts';
import type { ApiClient } from '../support/api-client.ts';
import { apiClient } from '../support/api-client.ts';
import type { Ids } from '../support/every-call.ts';
import { everyCall, sendCall, titled } from '../support/every-call.ts';
import { addDocument, addPerson, applicant, create } from '../support/sample-application.ts';
import type { TestServer } from '../support/test-server.ts';
import { startTestServer } from '../support/test-server.ts';

/** Tests that calls for items of another session or program get the same response as for items that do not exist (X1). */

let server: TestServer;
let own: ApiClient;
let owner: ApiClient;
let ids: Ids;

async function withApplication(browser: ApiClient): Promise<Ids> {
  await browser.start();
  const { id } = await create(browser);
  const person = await addPerson(browser, id, 'applicant', applicant);
  const document = await addDocument(browser, id);
  return { application: id, person: person.id, document: document.id };
}

beforeAll(async () => {
  server = await startTestServer({ env: { LIMITS_FACTOR: '1000' } });
  owner = server.client();
  ids = await withApplication(owner);
  own = server.client();
  await withApplication(own);
});
afterAll(() => server.stop());

const nobody = '01a1fbac-73ad-7000-88d5-cec578f87e3d';
const nothing: Ids = { application: nobody, person: nobody, document: nobody };

/** Returns a whole response, without the values that differ between any two requests. */
function comparable({ status, headers, body }: Awaited<ReturnType<typeof sendCall>>) {
  const { requestId: _, ...problem } = body as ProblemDetails;
  const { 'x-request-id': _id, date: _date, ...rest } = headers;
  return { status, headers: rest, problem };
}

const owned = everyCall.filter((call) => call.owned);

describe.each([
  ['another session of the program', 'demo.localhost'],
  ['a session of another program', 'toro.localhost'],
])('to %s', (_, host) => {
  let stranger: ApiClient;
  beforeAll(async () => {
    stranger = host === 'demo.localhost' ? own : server.client(host);
    if (stranger !== own) await withApplication(stranger);
  });

  test.each(titled(owned))('%s responds as it does for an item that does not exist', async (_title, call) => {
    const foreign = comparable(await sendCall(stranger, call, ids));
    expect(foreign).toEqual(comparable(await sendCall(stranger, call, nothing)));
    expect(foreign).toMatchObject({ status: 404, problem: { code: 'resource_not_found' } });
  });

  test('a person of another session is neither accepted as guarantor nor revealed', async () => {
    const { id } = (await stranger.send<{ id: string }>('POST', '/application', { json: {} })).body;
    const refused = async (guarantorId: string) =>
      comparable(
        await stranger.send('PATCH', `/application/${id}`, { json: { applicationData: { guarantorId } } }),
      );
    expect(await refused(ids.person)).toEqual(await refused(nobody));
  });
});

test('a session is invalid at the host of another program, even with the session’s cookie', async () => {
  const elsewhere = apiClient(server.app, { host: 'toro.localhost', cookies: owner.cookies });
  const headers = { 'x-web-session-id': owner.webSessionId };
  for (const call of everyCall.filter(({ session }) => session !== 'none')) {
    const reply = await sendCall(elsewhere, call, ids, { headers, webSessionId: owner.webSessionId });
    expect([call.route, reply.status]).toEqual([call.route, 401]);
  }
});

test('the session itself still finds all its items', async () => {
  for (const call of owned.filter(({ method }) => method === 'GET'))
    expect((await sendCall(owner, call, ids)).status).toBe(200);
});

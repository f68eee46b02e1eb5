/** Provides two nodes and the calls of people who resume drafts on a device, for tests of attacks and races (D55, X22). */
import type { Application } from '../../api/application.ts';
import type { StartResponse } from '../../api/start.ts';
import { type ApiClient, apiClient, type Call } from './api-client.ts';
import type { TestStore } from './database.ts';
import { addPerson, applicant, business, create, expected } from './sample-application.ts';
import { storedApplication } from './stored-applications.ts';
import { startTestServer, type TestServer } from './test-server.ts';

/** The facts that resume a draft with an applicant. */
export const facts = {
  taxIdLast4: business.taxId.replace(/\D/g, '').slice(-4),
  dateOfBirth: applicant.dateOfBirth,
};

/** The only fact that resumes a draft without an applicant. */
export const businessFact = { taxIdLast4: facts.taxIdLast4 };

export type DeviceServers = Awaited<ReturnType<typeof startDeviceServers>>;

/** Starts two nodes on one store, without rate limits. The test must call `stop` at its end. */
export async function startDeviceServers(store: TestStore) {
  const env = { LIMITS_FACTOR: '1000' };
  const server = await startTestServer({ store, env });
  const node = await startTestServer({ database: server.database, env });
  const { db } = server.database;

  /** Starts a session and creates a draft with an applicant in it. */
  async function draft(): Promise<{ browser: ApiClient; id: string }> {
    const browser = server.client();
    await browser.start();
    const { id } = await create(browser);
    await addPerson(browser, id, 'applicant', applicant);
    return { browser, id };
  }

  return {
    server,
    node,
    draft,
    /** Creates a draft with an applicant, and ends its session. `before` is the id of the session. */
    left: async () => {
      const { browser, id } = await draft();
      const before = browser.webSessionId;
      expected(204, await browser.send('POST', '/apply/finish/timeout'));
      return { browser, id, before };
    },
    /** Tries to resume a draft of the browser. */
    resume: (browser: ApiClient, json: unknown, more: Call = {}) =>
      browser.send<StartResponse>('POST', '/resume/device', { json, ...more }),
    /** Returns a client with the browser's current cookies. It calls the node `of` from an address of its own. */
    copyAt: (of: TestServer, { host, cookies }: ApiClient) =>
      apiClient(of.app, { host, cookies: new Map(cookies) }),
    draftOf: async (browser: ApiClient): Promise<Application> => {
      const { id } = expected(200, await browser.send<Application>('POST', '/application', { json: {} }));
      return expected(200, await browser.send<Application>('GET', `/application/${id}`));
    },
    stored: (id: string) => storedApplication(server.services, id),
    /** Returns the row of the device's resume token for an application. */
    tokenOf: (id: string) =>
      db
        .selectFrom('way_back')
        .selectAll()
        .where('application_id', '=', id)
        .where('kind', '=', 'device')
        .executeTakeFirstOrThrow(),
    /** Returns the number of an application's audit events of a type. */
    eventsOf: async (id: string, type: string) => {
      const rows = await db
        .selectFrom('audit_event')
        .select('type')
        .where('application_id', '=', id)
        .execute();
      return rows.filter((row) => row.type === type).length;
    },
    stop: async () => {
      await node.stop();
      await server.stop();
    },
  };
}

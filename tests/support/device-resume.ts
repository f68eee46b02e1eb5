/** Provides the calls of people who leave drafts on a device and resume them, and two nodes for tests of attacks (D55, X22). */
import type { Application } from '../../api/application.ts';
import type { StartResponse } from '../../api/start.ts';
import { type ApiClient, apiClient, type BrowserTab, type Call } from './api-client.ts';
import type { TestStore } from './database.ts';
import { addPerson, applicant, business, create, expected } from './sample-application.ts';
import { storedApplication } from './stored-applications.ts';
import { startTestServer, type TestServer } from './test-server.ts';

/** The facts that a person must state to resume a draft that has an applicant. */
export const facts = {
  taxIdLast4: business.taxId.replace(/\D/g, '').slice(-4),
  dateOfBirth: applicant.dateOfBirth,
};

/** The only fact that a person must state to resume a draft without an applicant. */
export const businessFact = { taxIdLast4: facts.taxIdLast4 };

export type DeviceCalls = ReturnType<typeof deviceCalls>;

/** Returns the calls of people who leave drafts on a device and resume them, for tests of one server. */
export function deviceCalls(server: TestServer) {
  /** Starts a session and creates a draft that contains only answers about the business. */
  async function draftIn(browser: ApiClient): Promise<Application> {
    await browser.start();
    return create(browser);
  }

  /** Starts a session and creates a draft with an applicant in it. */
  async function draft(browser = server.client()): Promise<{ browser: BrowserTab; id: string }> {
    const { id } = await draftIn(browser);
    await addPerson(browser, id, 'applicant', applicant);
    return { browser, id };
  }

  /** Ends the session of a browser, as the page does when a person is inactive. */
  const timeOut = async (browser: ApiClient) =>
    expected(204, await browser.send('POST', '/apply/finish/timeout'));

  /** Tries to resume a draft in the browser. */
  const resume = (browser: ApiClient, json: unknown, more: Call = {}) =>
    browser.send<StartResponse>('POST', '/resume/device', { json, ...more });

  return {
    draftIn,
    draft,
    timeOut,
    resume,
    /** Creates a draft with an applicant, and ends the session that created the draft. `before` is the id of this session. */
    left: async (browser?: BrowserTab) => {
      const made = await draft(browser);
      const before = made.browser.webSessionId;
      await timeOut(made.browser);
      return { ...made, before };
    },
    /** Tries to resume a draft, and returns the status. If the call succeeds, the tab continues with the new session. */
    comeBack: async (tab: ApiClient, json: object): Promise<number> => {
      const { status, body } = await resume(tab, json);
      if (status === 200) tab.goOn(body.webSessionId);
      return status;
    },
    /** Returns whether the browser has a cookie with which a draft can be resumed. */
    isOffered: async (browser: ApiClient) =>
      (await browser.send<{ onDevice: boolean }>('GET', '/resume')).body.onDevice,
    /** Returns the application as it is stored. */
    stored: (id: string) => storedApplication(server.services, id),
  };
}

/** Returns the names of a browser's cookies with resume tokens. */
export const resumeCookies = ({ cookies }: ApiClient) =>
  [...cookies.keys()].filter((name) => name.startsWith('resume-'));

export type DeviceServers = Awaited<ReturnType<typeof startDeviceServers>>;

/** Starts two nodes on one store, with rate limits that no test reaches. The test must call `stop` at its end. */
export async function startDeviceServers(store: TestStore) {
  const env = { LIMITS_FACTOR: '1000' };
  const server = await startTestServer({ store, env });
  const node = await startTestServer({ database: server.database, env });
  const { db } = server.database;
  return {
    ...deviceCalls(server),
    server,
    node,
    /** Returns a client for the node `of`, with the browser's current cookies and another IP address. */
    copyAt: (of: TestServer, { host, cookies }: ApiClient) =>
      apiClient(of.app, { host, cookies: new Map(cookies) }),
    /** Returns the row of the device's resume token for an application. */
    tokenOf: (id: string) =>
      db
        .selectFrom('way_back')
        .selectAll()
        .where('application_id', '=', id)
        .where('kind', '=', 'device')
        .executeTakeFirstOrThrow(),
    /** Returns how many audit events of this type an application has. */
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

/** Provides two nodes with a mail server, and the actions of an applicant, for tests of resuming by email (D55). */
import { expect } from 'vitest';
import type { StartResponse } from '../../api/start.ts';
import { type ApiClient, apiClient } from './api-client.ts';
import type { TestStore } from './database.ts';
import { create } from './sample-application.ts';
import { storedApplication } from './stored-applications.ts';
import type { TestServer, TestServerOptions } from './test-server.ts';
import { startTestServer } from './test-server.ts';
import { openSmtp, type ReceivedMail } from './test-smtp.ts';

const hour = 60 * 60_000;

let people = 0;
/** Returns an email address that no other test uses, because the number of emails per address is limited. */
export function newAddress(): string {
  people += 1;
  return `dana.${people}@greenacre.example`;
}

/** A draft, with the resume link that arrived for it. */
export interface LinkedDraft {
  readonly browser: ApiClient;
  readonly id: string;
  readonly address: string;
  readonly token: string;
}

export const codeIn = (raw: string) => /6-digit code: (\d{6})/.exec(raw)?.[1] ?? '';
export const linkIn = (raw: string) => /https?:\/\/\S+?\/resume#([\w-]{43})/.exec(raw)?.[1] ?? '';

/**
 * Calls the API to open a link with its code, and returns the status. If the call succeeds, the tab continues with the new
 * session.
 */
export async function open(browser: ApiClient, token: string, code: string): Promise<number> {
  const { status, body } = await browser.send<StartResponse>('POST', '/resume/link/open', {
    json: { token, code },
  });
  if (status === 200) browser.goOn(body.webSessionId);
  return status;
}

type OnMail = (mail: ReceivedMail) => Promise<void> | void;

export type MailedServers = Awaited<ReturnType<typeof startMailedServers>>;

/** Starts two nodes on one store, and a mail server. The test must call `stop` at its end. */
export async function startMailedServers(
  options: Omit<TestServerOptions, 'store'> & { readonly store?: TestStore } = {},
) {
  let onMail: OnMail = () => {};
  const opened = await openSmtp({ onMail: (mail) => onMail(mail) });
  const smtp = {
    ...opened,
    /** Sets the function to call for each email that arrives from now on. It can refuse an email by throwing. */
    onMail: (next: OnMail) => {
      onMail = next;
    },
  };
  const env = { ...options.env, SMTP_URL: `smtp://${smtp.address}` };
  const server = await startTestServer({ ...options, env });
  const node: TestServer = await startTestServer({ database: server.database, env });

  /** Runs the outbox of both nodes once, and returns the emails that have arrived at an address. */
  async function mailsTo(address: string): Promise<readonly ReceivedMail[]> {
    await server.outbox.runOnce();
    await node.outbox.runOnce();
    return smtp.received.filter(({ to }) => to.includes(address));
  }

  async function newestTo(address: string): Promise<string> {
    return (await mailsTo(address)).at(-1)?.raw ?? '';
  }

  /** Starts a session, and creates a draft in this session with the answers about the business. */
  async function draft(browser = server.client()): Promise<{ browser: ApiClient; id: string }> {
    await browser.start();
    const { id } = await create(browser);
    return { browser, id };
  }

  /**
   * Requests the code that verifies an email address. `from` is the browser that requests the code. Without `from`, a new browser
   * with a new draft requests the code.
   */
  async function requestCode(email: unknown, from?: ApiClient) {
    const browser = from ?? (await draft()).browser;
    return browser.send('POST', '/resume/email', { json: { email } });
  }

  /** Confirms an email address with its code. The server then sends the link. */
  const confirm = (browser: ApiClient, code: string, headers: Readonly<Record<string, string>> = {}) =>
    browser.send('POST', '/resume/email/confirm', { json: { code }, headers });

  /** Returns the code in the newest email to an address. */
  const newestCode = async (address: string) => codeIn(await newestTo(address));

  /** Requests a resume link by email, and returns its token from the email. */
  async function linkFrom(browser: ApiClient, address: string): Promise<string> {
    expect((await requestCode(address, browser)).status).toBe(204);
    expect((await confirm(browser, await newestCode(address))).status).toBe(204);
    return linkIn(await newestTo(address));
  }

  /** Advances the database time that both nodes see. */
  function advance(millis: number): void {
    server.clock.advance(millis);
    node.clock.advance(millis);
  }

  return {
    server,
    node,
    smtp,
    mailsTo,
    newestTo,
    draft,
    requestCode,
    confirm,
    newestCode,
    linkFrom,
    advance,
    /** Advances the time to the start of the next hour, because the limits count the emails with codes per clock hour. */
    startOfHour: () => advance(hour - (server.clock.now().getTime() % hour)),
    /** Returns the application as it is stored. */
    stored: (id: string) => storedApplication(server.services, id),
    /** Returns a client of the first node for even numbers, and of the second node for odd ones. */
    clientAt: (index: number) => apiClient((index % 2 === 0 ? server : node).app),
    /** Creates a draft, requests a resume link for it, and ends the draft's session. */
    linked: async (): Promise<LinkedDraft> => {
      const { browser, id } = await draft();
      const address = newAddress();
      const token = await linkFrom(browser, address);
      await browser.send('POST', '/apply/finish/timeout');
      return { browser, id, address, token };
    },
    /** Requests the code for a link, and returns the code from the email. */
    codeOfLink: async (browser: ApiClient, token: string, address: string): Promise<string> => {
      expect((await browser.send('POST', '/resume/link', { json: { token } })).status).toBe(204);
      return newestCode(address);
    },
    stop: async () => {
      await node.stop();
      await server.stop();
      await smtp.close();
    },
  };
}

/** For tests of coming back by email (D55): two nodes with a mail server, and what a person does with both. */
import { expect } from 'vitest';
import type { Application } from '../../api/application.ts';
import type { StartResponse } from '../../api/start.ts';
import type { ApiClient } from './api-client.ts';
import type { TestStore } from './database.ts';
import { create, expected } from './sample-application.ts';
import type { TestServer, TestServerOptions } from './test-server.ts';
import { startTestServer } from './test-server.ts';
import { openSmtp, type ReceivedMail } from './test-smtp.ts';

let people = 0;
/** An address that nobody else has: what is sent to one is limited. */
export function newAddress(): string {
  people += 1;
  return `dana.${people}@greenacre.example`;
}

/** A draft with a link to it that has arrived. */
export interface LinkedDraft {
  readonly browser: ApiClient;
  readonly id: string;
  readonly address: string;
  readonly token: string;
}

export const codeIn = (raw: string) => /Code: (\d{3} \d{3})/.exec(raw)?.[1] ?? '';
export const linkIn = (raw: string) => /https?:\/\/\S+?\/resume#([\w-]{43})/.exec(raw)?.[1] ?? '';

/** Asks for the draft of a session, which there must be. */
export async function draftOf(browser: ApiClient): Promise<Application> {
  const { id } = expected(200, await browser.send<Application>('POST', '/application', { json: {} }));
  return expected(200, await browser.send<Application>('GET', `/application/${id}`));
}

/** Tries to open a link; the tab goes on with the session that begins. Returns the status. */
export async function open(browser: ApiClient, token: string, code: string): Promise<number> {
  const { status, body } = await browser.send<StartResponse>('POST', '/resume/link/open', {
    json: { token, code },
  });
  if (status === 200) browser.goOn(body.webSessionId);
  return status;
}

type OnMail = (mail: ReceivedMail) => Promise<void> | void;

export type MailedServers = Awaited<ReturnType<typeof startMailedServers>>;

/** Starts two nodes on one store, and a mail server; `stop` them at the end. */
export async function startMailedServers(
  options: Omit<TestServerOptions, 'store'> & { readonly store?: TestStore } = {},
) {
  let onMail: OnMail = () => {};
  const opened = await openSmtp({ onMail: (mail) => onMail(mail) });
  const smtp = {
    ...opened,
    /** What happens to each mail that arrives from now on; it may refuse it by throwing. */
    onMail: (next: OnMail) => {
      onMail = next;
    },
  };
  const env = { ...options.env, SMTP_URL: `smtp://${smtp.address}` };
  const server = await startTestServer({ ...options, env });
  const node: TestServer = await startTestServer({ database: server.database, env });

  /** What has arrived at an address, once all that is due was sent. */
  async function mailsTo(address: string): Promise<readonly ReceivedMail[]> {
    await server.outbox.runOnce();
    await node.outbox.runOnce();
    return smtp.received.filter(({ to }) => to.includes(address));
  }

  async function newestTo(address: string): Promise<string> {
    return (await mailsTo(address)).at(-1)?.raw ?? '';
  }

  /** A draft that holds the business, in its session. */
  async function draft(browser = server.client()): Promise<{ browser: ApiClient; id: string }> {
    await browser.start();
    const { id } = await create(browser);
    return { browser, id };
  }

  /** Has a link sent to an address, and takes it from the mail. */
  async function linkFrom(browser: ApiClient, address: string): Promise<string> {
    expect((await browser.send('POST', '/resume/email', { json: { email: address } })).status).toBe(204);
    const code = codeIn(await newestTo(address));
    expect((await browser.send('POST', '/resume/email/confirm', { json: { code } })).status).toBe(204);
    return linkIn(await newestTo(address));
  }

  return {
    server,
    node,
    smtp,
    mailsTo,
    newestTo,
    draft,
    linkFrom,
    /** Lets time pass for both nodes, as the database's does. */
    advance: (millis: number) => {
      server.clock.advance(millis);
      node.clock.advance(millis);
    },
    /** A draft with a link to it, left by its session. */
    linked: async (): Promise<LinkedDraft> => {
      const { browser, id } = await draft();
      const address = newAddress();
      const token = await linkFrom(browser, address);
      await browser.send('POST', '/apply/finish/timeout');
      return { browser, id, address, token };
    },
    /** Asks for a code with a link, and reads it where it arrives. */
    codeOfLink: async (browser: ApiClient, token: string, address: string): Promise<string> => {
      expect((await browser.send('POST', '/resume/link', { json: { token } })).status).toBe(204);
      return codeIn(await newestTo(address));
    },
    stop: async () => {
      await node.stop();
      await server.stop();
      await smtp.close();
    },
  };
}

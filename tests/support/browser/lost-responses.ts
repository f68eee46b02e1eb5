/** Simulates network failures at the worst moments: during an upload, or after the server has carried out a call (F2). */
import type { IncomingMessage } from 'node:http';
import type { CDPSession } from 'playwright-core';
import type { Applicant, TestServer } from './applicant.ts';

/** Chromium's event for a response that it has paused. */
interface Paused {
  readonly requestId: string;
}

/** Drops the server's response to the next call whose path ends with `ending`, so that the call fails in the browser. */
export async function loseNextResponse(applicant: Applicant, ending: string): Promise<void> {
  await onNextResponse(applicant, ending, (browser, requestId) =>
    browser.send('Fetch.failRequest', { requestId, errorReason: 'ConnectionReset' }),
  );
}

/** Replaces the server's response to the next call whose path ends with `ending`. The new response is a proxy's error page. */
export async function breakNextResponse(
  applicant: Applicant,
  ending: string,
  responseCode = 502,
): Promise<void> {
  await onNextResponse(applicant, ending, (browser, requestId) =>
    browser.send('Fetch.fulfillRequest', { requestId, responseCode, body: btoa('<h1>Error</h1>') }),
  );
}

async function onNextResponse(
  { page, context }: Applicant,
  ending: string,
  act: (browser: CDPSession, requestId: string) => Promise<unknown>,
): Promise<void> {
  const browser = await context.newCDPSession(page);
  await browser.send('Fetch.enable', {
    patterns: [{ urlPattern: `*${ending}`, requestStage: 'Response' }],
  });
  browser.once('Fetch.requestPaused', async ({ requestId }: Paused) => {
    await act(browser, requestId);
    await browser.detach();
  });
}

/** Closes the connection of every upload to this path after the upload's first bytes. Returns a function that stops doing so. */
export function cutUploads({ app }: TestServer, path: string): () => void {
  const cut = (request: IncomingMessage) => {
    if (request.method === 'POST' && request.url === path)
      request.once('data', () => request.socket.destroy());
  };
  app.server.prependListener('request', cut);
  return () => void app.server.off('request', cut);
}

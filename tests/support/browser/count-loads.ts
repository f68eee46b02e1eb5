/** What a page costs in requests and bytes on the wire, counted by the browser, headers included. */
import type { Page } from 'playwright-core';

/** The demand P1: most bytes on the wire, headers included, as `docs/figures.md` has them. */
export const mostBytes = {
  /** Until the first screen is painted and its button works. */
  toFirstScreen: 14_000,
  /** From the address to the first question about the business, calls of the API included. */
  toBusiness: 125_000,
};

export interface Load {
  readonly url: string;
  readonly type: string;
  /** Whether the document itself names it; its script asks for the others once the first screen is painted. */
  readonly isNamed: boolean;
  /** Undefined until all of it has come. */
  bytes: number | undefined;
}

/** Counts everything that a page loads from now on. */
export async function countLoads(page: Page): Promise<ReadonlyMap<string, Load>> {
  const loads = new Map<string, Load>();
  const session = await page.context().newCDPSession(page);
  session.on('Network.requestWillBeSent', ({ requestId, request, type = 'Other', initiator }) => {
    loads.set(requestId, { url: request.url, type, isNamed: initiator.type === 'parser', bytes: undefined });
  });
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const load = loads.get(requestId);
    // Without a byte it came from the browser's own memory, and no request was made.
    if (encodedDataLength === 0) loads.delete(requestId);
    else if (load) load.bytes = encodedDataLength;
  });
  await session.send('Network.enable');
  return loads;
}

/** The bytes of some loads together. */
export function bytesOf(loads: readonly Load[]): number {
  return loads.reduce((total, { bytes = 0 }) => total + bytes, 0);
}

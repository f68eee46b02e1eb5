/** Counts the requests of a page and their bytes on the wire, as the browser reports them, headers included. */
import type { Page } from 'playwright-core';

/** The limits of demand P1 in bytes on the wire, headers included, as in `docs/figures.md`. */
export const mostBytes = {
  /** Until the first screen is painted and its button works. */
  toFirstScreen: 14_000,
  /** From the address to the first question about the business, API calls included. */
  toBusiness: 125_000,
};

export interface Load {
  readonly url: string;
  readonly type: string;
  /** Whether the document itself names it; its script requests the others once the first screen is painted. */
  readonly isNamed: boolean;
  /** Undefined until it has completely arrived. */
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
    // Without a byte it came from the browser's cache, and no request was made.
    if (encodedDataLength === 0) loads.delete(requestId);
    else if (load) load.bytes = encodedDataLength;
  });
  await session.send('Network.enable');
  return loads;
}

/** Returns the total bytes of several loads. */
export function bytesOf(loads: readonly Load[]): number {
  return loads.reduce((total, { bytes = 0 }) => total + bytes, 0);
}

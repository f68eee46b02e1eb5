/** Counts the requests of a page and their bytes on the wire, including headers, as the browser reports them. */
import type { Page } from 'playwright-core';

/** The limits of requirement P1 in bytes on the wire, including headers. `docs/figures.md` lists them too. */
export const mostBytes = {
  /** Maximum for everything that loads until the first screen is painted and its button works. */
  toFirstScreen: 14_000,
  /** Maximum for everything that loads until the first question about the business, including API calls. */
  toBusiness: 125_000,
};

/** Milliseconds from one check of the loads to the next. */
const pauseMillis = 20;
/** Maximum number of milliseconds from the end of `work` until all loads have ended. */
const mostMillis = 60_000;

export interface Load {
  readonly url: string;
  readonly type: string;
  /** Whether the HTML document itself refers to the resource. A script requests all other resources after the first paint. */
  readonly isNamed: boolean;
  /** Bytes on the wire; undefined until the resource has arrived completely. */
  bytes: number | undefined;
  /** Why the browser could not load the resource. */
  failure?: string;
}

/**
 * Returns everything that a page loads during `work`, once each load has ended. Throws if a load fails, or is unfinished a minute
 * after `work`.
 */
export async function loadsDuring(page: Page, work: () => Promise<void>): Promise<readonly Load[]> {
  const loads = await countLoads(page);
  await work();
  const worked = performance.now();
  for (;;) {
    const open = [...loads.values()].filter(({ bytes }) => bytes === undefined);
    const failed = open.find(({ failure }) => failure);
    if (failed) throw new Error(`${failed.url} could not be loaded: ${failed.failure}`);
    if (open.length === 0) break;
    if (performance.now() - worked > mostMillis)
      throw new Error(`still loading: ${open.map(({ url }) => url)}`);
    await page.waitForTimeout(pauseMillis);
  }
  return [...loads.values()];
}

/** Starts to record everything that a page loads. The returned map grows as requests finish. */
async function countLoads(page: Page): Promise<ReadonlyMap<string, Load>> {
  const loads = new Map<string, Load>();
  const session = await page.context().newCDPSession(page);
  session.on('Network.requestWillBeSent', ({ requestId, request, type = 'Other', initiator }) => {
    loads.set(requestId, { url: request.url, type, isNamed: initiator.type === 'parser', bytes: undefined });
  });
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const load = loads.get(requestId);
    // Zero bytes mean that the resource came from the browser's cache and caused no request.
    if (encodedDataLength === 0) loads.delete(requestId);
    else if (load) load.bytes = encodedDataLength;
  });
  session.on('Network.loadingFailed', ({ requestId, errorText }) => {
    const load = loads.get(requestId);
    if (load) load.failure = errorText;
  });
  await session.send('Network.enable');
  return loads;
}

/** Returns the total bytes of several loads. */
export function bytesOf(loads: readonly Load[]): number {
  return loads.reduce((total, { bytes = 0 }) => total + bytes, 0);
}

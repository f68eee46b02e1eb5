/**
 * Brings a linked file into the browser's cache, so that its import cannot fail for want of the network: some browsers
 * remember a failed import until the page is reloaded, but none a failed fetch. Rejects where the file does not come.
 * The error’s message is the status of a response that refuses it.
 * A file that does not come in half a minute is given up, because a dead connection would be waited for without end.
 */
export async function cacheFile({ href, integrity }: HTMLLinkElement): Promise<void> {
  const response = await fetch(href, { integrity, signal: AbortSignal.timeout(30_000) });
  if (!response.ok) throw new Error(`${response.status}`);
  await response.arrayBuffer();
}

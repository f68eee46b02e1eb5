/**
 * Fetches a linked file into the cache for a later import. Browsers may remember a failed import until a reload, but not a failed
 * fetch. Rejects after 30 seconds. If the server refuses the file, rejects with the status as the error's message.
 */
export async function cacheFile({ href, integrity }: HTMLLinkElement): Promise<void> {
  const response = await fetch(href, { integrity, signal: AbortSignal.timeout(30_000) });
  if (!response.ok) throw new Error(`${response.status}`);
  await response.arrayBuffer();
}

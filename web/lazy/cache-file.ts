/**
 * Fetches a linked file into the cache for a later import. Browsers may remember a failed import until a reload, but not a failed
 * fetch. Rejects after 30 seconds, or with the status as the error's message if the server refuses the file.
 */
export async function cacheFile({ href, integrity }: HTMLLinkElement): Promise<void> {
  const response = await fetch(href, { integrity, signal: AbortSignal.timeout(30_000) });
  if (!response.ok) throw new Error(`${response.status}`);
  await response.arrayBuffer();
}

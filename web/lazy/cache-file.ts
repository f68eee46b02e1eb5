/**
 * Fetches a linked file into the browser's cache, so that a later import works even without a network. Some browsers remember a
 * failed import until the page is reloaded, but no browser remembers a failed fetch. Rejects after 30 seconds, because a dead
 * connection would otherwise never end. Also rejects if the server refuses the file. The error's message is then the response's
 * status.
 */
export async function cacheFile({ href, integrity }: HTMLLinkElement): Promise<void> {
  const response = await fetch(href, { integrity, signal: AbortSignal.timeout(30_000) });
  if (!response.ok) throw new Error(`${response.status}`);
  await response.arrayBuffer();
}

/**
 * Brings a linked file into the browser's cache, so that its import cannot fail for want of the network: some browsers
 * remember a failed import until the page is reloaded, but none a failed fetch. Rejects where the file does not come.
 */
export async function cacheFile({ href, integrity }: HTMLLinkElement): Promise<void> {
  const response = await fetch(href, { integrity });
  if (!response.ok) throw new Error(response.statusText);
  await response.arrayBuffer();
}

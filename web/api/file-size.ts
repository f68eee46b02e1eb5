/** Returns the size of the file at a URL in bytes, without downloading it; undefined if the request fails. Never rejects. */
export async function sizeOfFile(url: string, signal: AbortSignal): Promise<number | undefined> {
  try {
    const { ok, headers } = await fetch(url, { method: 'HEAD', signal });
    const bytes = Number(headers.get('content-length'));
    return ok && bytes > 0 ? bytes : undefined;
  } catch {
    return undefined;
  }
}

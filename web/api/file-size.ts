/**
 * How large a file is, in bytes, without fetching it; undefined where the server does not say so. Never throws: the
 * file can be had without knowing.
 */
export async function sizeOfFile(url: string, signal: AbortSignal): Promise<number | undefined> {
  try {
    const { ok, headers } = await fetch(url, { method: 'HEAD', signal });
    const bytes = Number(headers.get('content-length'));
    return ok && bytes > 0 ? bytes : undefined;
  } catch {
    return undefined;
  }
}

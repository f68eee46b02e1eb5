/**
 * Yields all items of a list too large for memory, page by page. It loads the next page while the current one is used, so at most
 * two pages are in memory.
 * @param load reads the page after an item, or the first page if there is none
 */
export async function* pagesAhead<T>(
  size: number,
  load: (last: T | undefined) => Promise<readonly T[]>,
): AsyncGenerator<T> {
  let loading = load(undefined);
  for (;;) {
    const page = await loading;
    const isLast = page.length < size;
    if (!isLast) {
      loading = load(page.at(-1));
      // If the consumer stops before this page, its error is ignored too.
      loading.catch(() => {});
    }
    yield* page;
    if (isLast) return;
  }
}

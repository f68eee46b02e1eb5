/**
 * Reads what is longer than memory page by page, and asks for the next page while one is used: so the database and this
 * program work at the same time. Two pages are in memory at most.
 * @param load reads the page after an item, from the beginning where there is none
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
      // Where nobody takes the next page, nobody is told of its error either.
      loading.catch(() => {});
    }
    yield* page;
    if (isLast) return;
  }
}

/** Lists too large for memory, as all their items, page by page. A page with fewer items than `size` is the last one. */

/** Sorts before every id. */
export const beforeAllIds = '00000000-0000-0000-0000-000000000000';

/**
 * Yields all rows, and loads a page when the one before is used up.
 * @param load reads the page after an id
 */
export async function* rowsById<Row extends { readonly id: string }>(
  size: number,
  load: (after: string) => Promise<readonly Row[]>,
): AsyncGenerator<Row> {
  for (let after: string | undefined = beforeAllIds; after !== undefined; ) {
    const page: readonly Row[] = await load(after);
    yield* page;
    after = page.length < size ? undefined : page.at(-1)?.id;
  }
}

/**
 * Yields all items, and loads the next page while the current one is used, so at most two pages are in memory.
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

/** Returns the number of items. */
export async function countOf(items: AsyncIterable<unknown>): Promise<number> {
  let count = 0;
  for await (const _ of items) count += 1;
  return count;
}

/** Reads a long list page by page, to save memory. A page with fewer than `size` items is the last page. */
import { type SelectQueryBuilder, sql } from 'kysely';
import type { Tables } from './tables.ts';

/** Limits a query for due rows to `limit` rows. `except`: ids of rows to omit, because the current sweep has failed on them. */
export type DuePage = { readonly limit: number; readonly except: readonly string[] };

/** The nil UUID, which sorts before every row's id. */
export const beforeAllIds = '00000000-0000-0000-0000-000000000000';

/** Yields the rows of a query in the order of their ids. Reads the next page once the consumer has read the current page. */
export async function* rowsById<Table extends keyof Tables, Row extends { readonly id: string }>(
  query: SelectQueryBuilder<Tables, Table, Row>,
  size = 200,
): AsyncGenerator<Row> {
  for (let after: string | undefined = beforeAllIds; after !== undefined; ) {
    const rest = query.where(sql<boolean>`id > ${after}`).orderBy(sql`id`).limit(size);
    const page = (await rest.execute()) as readonly Row[];
    yield* page;
    after = page.length < size ? undefined : page.at(-1)?.id;
  }
}

/** Yields all items. `load` returns up to `size` items after `last`. Prefetches the next page while the consumer reads one. */
export async function* pagesAhead<T>(size: number, load: (last: T | undefined) => Promise<readonly T[]>) {
  let loading = load(undefined);
  for (;;) {
    const page = await loading;
    const isLast = page.length < size;
    if (!isLast) {
      loading = load(page.at(-1));
      // If the consumer stops early, no one awaits this page. Without this handler, its error would end the process.
      loading.catch(() => {});
    }
    yield* page;
    if (isLast) return;
  }
}

/** Counts the items by reading all of them. */
export async function countOf(items: AsyncIterable<unknown>): Promise<number> {
  let count = 0;
  for await (const _ of items) count += 1;
  return count;
}

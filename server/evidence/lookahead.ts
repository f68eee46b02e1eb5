/** Helps to merge several sources that are sorted by application id, without loading whole sources into memory. */

export type Lookahead<T> = Awaited<ReturnType<typeof lookahead<T>>>;

/** Returns a source to read item by item. `next` is the current item, undefined at the end. `advance` moves to the next item. */
export async function lookahead<T>(source: AsyncIterable<T>) {
  const iterator = source[Symbol.asyncIterator]();
  let next: T | undefined;
  const advance = async () => {
    const result = await iterator.next();
    next = result.done ? undefined : result.value;
  };
  await advance();
  return {
    get next(): T | undefined {
      return next;
    },
    advance,
  };
}

/** If `isMeant` accepts the current item, returns this item and advances. Otherwise, returns undefined. */
export async function takeIf<T>(source: Lookahead<T>, isMeant: (next: T) => boolean): Promise<T | undefined> {
  const { next } = source;
  if (next === undefined || !isMeant(next)) return undefined;
  await source.advance();
  return next;
}

/** Returns the id that comes first in the database's sort order, or undefined if there is none. */
export function least(ids: readonly (string | undefined)[]): string | undefined {
  return ids.reduce((one, other) =>
    one === undefined || (other !== undefined && other < one) ? other : one,
  );
}

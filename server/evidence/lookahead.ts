/** Merges sources that are sorted by application id, without reading them into memory. */

/** A source read item by item, whose next item is known in advance. */
export interface Lookahead<T> {
  /** The next item; undefined at the end. */
  readonly next: T | undefined;
  readonly advance: () => Promise<void>;
}

export async function lookahead<T>(source: AsyncIterable<T>): Promise<Lookahead<T>> {
  const iterator = source[Symbol.asyncIterator]();
  let next: T | undefined;
  const advance = async () => {
    const result = await iterator.next();
    next = result.done ? undefined : result.value;
  };
  await advance();
  return {
    get next() {
      return next;
    },
    advance,
  };
}

/** Returns the next item and advances, if `isMeant` accepts it; otherwise returns undefined. */
export async function takeIf<T>(source: Lookahead<T>, isMeant: (next: T) => boolean): Promise<T | undefined> {
  const { next } = source;
  if (next === undefined || !isMeant(next)) return undefined;
  await source.advance();
  return next;
}

/** Returns the smallest id in the sort order of the database. */
export function least(ids: readonly (string | undefined)[]): string | undefined {
  return ids.reduce((one, other) =>
    one === undefined || (other !== undefined && other < one) ? other : one,
  );
}

/** Reads sources side by side that are each sorted by application id: memory does not grow with what they hold. */

/** A source that is read item by item, with the next item already known. */
export interface Lookahead<T> {
  /** Undefined at the end. */
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

/** Takes the next one, if it is meant. */
export async function taken<T>(source: Lookahead<T>, isMeant: (next: T) => boolean): Promise<T | undefined> {
  const { next } = source;
  if (next === undefined || !isMeant(next)) return undefined;
  await source.advance();
  return next;
}

/** Ids are compared as the database sorts them. */
export function least(ids: readonly (string | undefined)[]): string | undefined {
  return ids.reduce((one, other) =>
    one === undefined || (other !== undefined && other < one) ? other : one,
  );
}

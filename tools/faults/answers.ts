/** How long calls are answered for while what they need is away. */
import { type Figure, times } from '../../tests/support/figures.ts';
import type { ObservedCall } from '../../tests/support/http-client.ts';

const answerWithinMillis = 3_000;

/**
 * The figures of how long calls took from when something was away (F5). Uploads are told apart: a document is checked, after
 * others, before the database is asked again. They are held to the same only where a node notices meanwhile what is away.
 */
export function answerTimes(
  what: string,
  calls: readonly ObservedCall[],
  away: number,
  { isNoticed = false }: { readonly isNoticed?: boolean } = {},
): readonly Figure[] {
  const uploads: number[] = [];
  const others: number[] = [];
  for (const { method, path, begun, ended } of calls) {
    const isUpload = method === 'POST' && path === '/document';
    (isUpload ? uploads : others).push(ended - Math.max(begun, away));
  }
  const limit = isNoticed ? answerWithinMillis : undefined;
  return [
    times(what, others, others.length > 0 ? answerWithinMillis : undefined),
    ...(uploads.length > 0 ? [times(`${what}, where a document was checked first`, uploads, limit)] : []),
  ];
}

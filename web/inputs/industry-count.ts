import type { Copy } from '../../copy/copy.ts';
import { replacedIn } from '../../form/lists/industry-search.ts';

/**
 * Says above the industries how many were found for what was typed, and that the code typed is not among them where
 * others take its place.
 */
export function countText(words: Copy['page'], query: string, count: number, mostShown: number): string {
  if (query.trim() === '') return words.industryPrompt;
  if (count === 0) return words.industryNone;
  const shown = words.industryShown(Math.min(count, mostShown), count);
  const replaced = replacedIn(query);
  return replaced ? `${words.industryReplaced(replaced)} ${shown}` : shown;
}

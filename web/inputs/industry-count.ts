import { replacedIn } from '../../form/industry-search/search-industries.ts';
import { industrySearchCopy as words } from '../copy/industry-search-copy.ts';

/**
 * Says above the industries how many were found for what was typed, and that the code typed is not among them where
 * others take its place.
 */
export function countText(query: string, count: number, mostShown: number): string {
  if (query.trim() === '') return words.prompt;
  if (count === 0) return words.none;
  const shown = words.shown(Math.min(count, mostShown), count);
  const replaced = replacedIn(query);
  return replaced ? `${words.replaced(replaced)} ${shown}` : shown;
}

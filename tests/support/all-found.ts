/** Puts the results of an industry search into one list. */
import { searchIndustries } from '../../form/industry-search/search-industries.ts';
import type { Industry } from '../../form/lists/industries.ts';

/** Returns all industries that match a query: first the likely ones, then the less likely ones. */
export function allFound(query: string): readonly Industry[] {
  const { likely, lessLikely } = searchIndustries(query);
  return [...likely, ...lessLikely];
}

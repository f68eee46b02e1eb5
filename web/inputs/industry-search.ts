/** The lazily loaded part for industries: the search, its component, and the titles. */
import { prepareSearch as prepare } from '../../form/industry-search/search-industries.ts';
import { industries } from '../../form/lists/industries.ts';
import { IndustryChooser } from './industry-chooser.tsx';

export const Chooser = IndustryChooser;
export const prepareSearch = prepare;

/** Returns the title of a NAICS code; undefined if the code is not in the list. */
export function titleOf(code: string): string | undefined {
  return industries.find((industry) => industry.code === code)?.title;
}

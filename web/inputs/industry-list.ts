import type { Industry } from '../../form/lists/industries.ts';
import { later } from '../later.ts';

export interface IndustryTitles {
  /** The title of a NAICS code; undefined for a code that is not in the list. */
  readonly titleOf: (code: string) => string | undefined;
}

export interface IndustryList extends IndustryTitles {
  readonly search: (query: string) => readonly Industry[];
}

/** The industry list without its search, for what only shows a title. */
export const industryTitles = later(['form/lists/industries.ts'], async (): Promise<IndustryTitles> => {
  const { industries } = await import('../../form/lists/industries.ts');
  return { titleOf: (code) => industries.find((industry) => industry.code === code)?.title };
});

/** The industry list and its search. The previous screen loads it too, so that it is ready (D39). */
export const industryList = later(
  ['form/lists/industry-search.ts', 'form/lists/industries.ts'],
  async (): Promise<IndustryList> => {
    const [{ searchIndustries, prepareSearch }, titles] = await Promise.all([
      import('../../form/lists/industry-search.ts'),
      industryTitles.load(),
    ]);
    while (prepareSearch()) await new Promise((resolve) => setTimeout(resolve));
    return { ...titles, search: searchIndustries };
  },
);

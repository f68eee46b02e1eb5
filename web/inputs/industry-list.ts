import type { Industry } from '../../form/lists/industries.ts';
import { lazyPart } from '../lazy/lazy-part.ts';

export interface IndustryTitles {
  /** The title of a NAICS code; undefined for a code that is not in the list. */
  readonly titleOf: (code: string) => string | undefined;
}

export interface IndustryList extends IndustryTitles {
  readonly Chooser: typeof import('./industry-chooser.tsx').IndustryChooser;
  readonly search: Search;
}

/** The industries that match what was typed, best first. */
export type Search = (query: string) => readonly Industry[];

/** The industry list without its search, for what only shows a title. */
export const industryTitles = lazyPart(['form/lists/industries.ts'], async (): Promise<IndustryTitles> => {
  const { industries } = await import('../../form/lists/industries.ts');
  return { titleOf: (code) => industries.find((industry) => industry.code === code)?.title };
});

/** The industry list, its search and what draws them. The previous screen loads it too, so that it is ready (D39). */
export const industryList = lazyPart(
  ['web/inputs/industry-chooser.tsx', 'form/lists/industry-search.ts', 'form/lists/industries.ts'],
  async (): Promise<IndustryList> => {
    const [{ IndustryChooser }, { searchIndustries, prepareSearch }, titles] = await Promise.all([
      import('./industry-chooser.tsx'),
      import('../../form/lists/industry-search.ts'),
      industryTitles.load(),
    ]);
    while (prepareSearch()) await new Promise((resolve) => setTimeout(resolve));
    return { ...titles, Chooser: IndustryChooser, search: searchIndustries };
  },
);

import type { Industry } from '../../form/lists/industries.ts';
import { later } from '../later.ts';

export interface IndustryList {
  readonly search: (query: string) => readonly Industry[];
  /** The title of a NAICS code; undefined for a code that is not in the list. */
  readonly titleOf: (code: string) => string | undefined;
}

/** The industry list and its search. The previous screen loads it too, so that it is ready (D39). */
export const industryList = later(
  ['form/lists/industry-search.ts', 'form/lists/industries.ts'],
  async (): Promise<IndustryList> => {
    const [{ searchIndustries, preparations }, { industries }] = await Promise.all([
      import('../../form/lists/industry-search.ts'),
      import('../../form/lists/industries.ts'),
    ]);
    for (const prepare of preparations) {
      prepare();
      await new Promise((resolve) => setTimeout(resolve));
    }
    return {
      search: searchIndustries,
      titleOf: (code) => industries.find((industry) => industry.code === code)?.title,
    };
  },
);

import { lazyPart } from '../lazy/lazy-part.ts';
import type { IndustryChooser } from './industry-chooser.tsx';

export interface IndustryTitles {
  /** The title of a NAICS code; undefined for a code that is not in the list. */
  readonly titleOf: (code: string) => string | undefined;
}

export interface IndustryList extends IndustryTitles {
  readonly Chooser: typeof IndustryChooser;
}

/** The industry list without its search, for what only shows a title. */
export const industryTitles = lazyPart(['form/lists/industries.ts'], async (): Promise<IndustryTitles> => {
  const { industries } = await import('../../form/lists/industries.ts');
  return { titleOf: (code) => industries.find((industry) => industry.code === code)?.title };
});

/** The industry list, its search and what draws them. The previous screen loads it too, so that it is ready (D39). */
export const industryList = lazyPart(
  ['web/inputs/industry-search.ts', 'form/lists/industries.ts'],
  async (): Promise<IndustryList> => {
    const [{ Chooser, prepareSearch }, titles] = await Promise.all([
      import('./industry-search.ts'),
      industryTitles.load(),
    ]);
    while (prepareSearch()) await new Promise((resolve) => setTimeout(resolve));
    return { ...titles, Chooser };
  },
);

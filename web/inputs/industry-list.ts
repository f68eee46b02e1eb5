import { useEffect, useState } from 'react';
import type { Industry } from '../../form/lists/industries.ts';

export interface IndustryList {
  readonly search: (query: string) => readonly Industry[];
  /** The title of a NAICS code; undefined for a code that is not in the list. */
  readonly titleOf: (code: string) => string | undefined;
}

/** Loads the industry list and its search. The previous screen calls it too, so that the list is ready (D39). */
export async function loadIndustries(): Promise<IndustryList> {
  const [{ searchIndustries }, { industries }] = await Promise.all([
    import('../../form/lists/industry-search.ts'),
    import('../../form/lists/industries.ts'),
  ]);
  return {
    search: searchIndustries,
    titleOf: (code) => industries.find((industry) => industry.code === code)?.title,
  };
}

export interface LoadedIndustries {
  readonly list: IndustryList | undefined;
  readonly failed: boolean;
  readonly retry: () => void;
}

/**
 * The list, once loaded; loading starts when it is first `wanted`. Some browsers remember a failed import until the
 * page is reloaded; in those `retry` fails again and the message stays.
 */
export function useIndustries(wanted: boolean): LoadedIndustries {
  const [list, setList] = useState<IndustryList>();
  const [failed, setFailed] = useState(false);
  const due = wanted && !list && !failed;
  useEffect(() => {
    if (!due) return;
    let left = false;
    loadIndustries().then(
      (loaded) => left || setList(loaded),
      () => left || setFailed(true),
    );
    return () => {
      left = true;
    };
  }, [due]);
  return { list, failed, retry: () => setFailed(false) };
}

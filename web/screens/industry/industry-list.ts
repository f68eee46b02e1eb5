import { lazyPart } from '../../lazy/lazy-part.ts';

const name = 'industry-search';
const load = () => import('./industry-search.tsx');

/** The industry list for screens that only show titles. Its search is not prepared. */
export const industryTitles = lazyPart(name, load);

/** The industry list with its search prepared. The screen before the industry question loads it in advance (D39). */
export const industryList = lazyPart(name, async () => {
  const list = await load();
  while (list.prepareSearch()) await new Promise((resolve) => setTimeout(resolve));
  return list;
});

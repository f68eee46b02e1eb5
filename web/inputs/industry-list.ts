import { lazyPart } from '../lazy/lazy-part.ts';

const modules = ['web/inputs/industry-search.ts'];
const load = () => import('./industry-search.ts');

/** The industry list without its search, for what only shows a title. */
export const industryTitles = lazyPart(modules, load);

/** The industry list and its search, ready. The previous screen loads it too (D39). */
export const industryList = lazyPart(modules, async () => {
  const list = await load();
  while (list.prepareSearch()) await new Promise((resolve) => setTimeout(resolve));
  return list;
});

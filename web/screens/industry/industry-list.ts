import { lazyPart } from '../../lazy/lazy-part.ts';

const module = 'web/screens/industry/industry-search.tsx';
const load = () => import('./industry-search.tsx');

/** The industry list without its prepared search, for a screen that only shows titles. */
export const industryTitles = lazyPart(module, load);

/** The industry list with its search prepared. The screen before the industry question loads it in advance (D39). */
export const industryList = lazyPart(module, async () => {
  const list = await load();
  while (list.prepareSearch()) await new Promise((resolve) => setTimeout(resolve));
  return list;
});

/** What loads together to search for an industry: the search, and what draws it. */
import { prepareSearch as prepare } from '../../form/lists/industry-search.ts';
import { IndustryChooser } from './industry-chooser.tsx';

export const Chooser = IndustryChooser;
export const prepareSearch = prepare;

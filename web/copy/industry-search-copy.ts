/** The words of the industry search, which load with it, in each language. */
import { industrySearch } from '../../copy/en/industry-search.ts';
import { language } from '../../copy/language.ts';

export const industrySearchCopy = { en: industrySearch }[language];

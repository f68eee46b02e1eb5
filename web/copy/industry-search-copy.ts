/** The texts that load with the industry search (D50). */
import { industrySearch } from '../../copy/en/industry-search.ts';
import { language } from '../../copy/language.ts';

export const industrySearchCopy = { en: industrySearch }[language];

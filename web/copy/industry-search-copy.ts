/** The words of the search for an industry, as in `web/copy/page-copy.ts` in each language. */
import { industrySearch } from '../../copy/en/industry-search.ts';
import { type Language, language } from '../../copy/language.ts';

const copies: Readonly<Record<Language, typeof industrySearch>> = { en: industrySearch };

export const industrySearchCopy = copies[language];

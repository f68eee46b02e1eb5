/** The words of the first screen itself, beside `first-copy.ts` and as there in each language. */
import type { IntroCopy } from '../../copy/copy.ts';
import { intro } from '../../copy/en/intro.ts';
import { type Language, language } from '../../copy/language.ts';

const copies: Readonly<Record<Language, IntroCopy>> = { en: intro };

export const introCopy: IntroCopy = copies[language];

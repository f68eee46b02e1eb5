/** The first screen's words, which are loaded before all others; the other place where the page chooses a language. */
import type { FirstCopy } from '../../copy/copy.ts';
import { first } from '../../copy/en/first.ts';
import { type Language, language } from '../../copy/language.ts';

const copies: Readonly<Record<Language, FirstCopy>> = { en: first };

export const firstCopy: FirstCopy = copies[language];

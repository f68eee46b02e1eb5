/**
 * The words around every screen, loaded before all others. With `page-copy.ts` and the files named like them the only place that chooses
 * a language.
 */
import type { FirstCopy } from '../../copy/copy.ts';
import { first } from '../../copy/en/first.ts';
import { type Language, language } from '../../copy/language.ts';

const copies: Readonly<Record<Language, FirstCopy>> = { en: first };

export const firstCopy: FirstCopy = copies[language];

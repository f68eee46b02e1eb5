/**
 * The words around every screen, loaded before all others. With `intro-copy.ts` and `page-copy.ts` the only place that chooses
 * a language.
 */
import type { FirstCopy } from '../../copy/copy.ts';
import { first } from '../../copy/en/first.ts';
import { type Language, language } from '../../copy/language.ts';

const copies: Readonly<Record<Language, FirstCopy>> = { en: first };

export const firstCopy: FirstCopy = copies[language];

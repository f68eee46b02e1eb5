/** The words of the end of an application that was sent, beside `page-copy.ts` and as there in each language. */
import type { SentCopy } from '../../copy/copy.ts';
import { sent } from '../../copy/en/sent.ts';
import { type Language, language } from '../../copy/language.ts';

const copies: Readonly<Record<Language, SentCopy>> = { en: sent };

export const sentCopy: SentCopy = copies[language];

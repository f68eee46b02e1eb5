/** The words of coming back by email, beside `page-copy.ts` and as there in each language. */
import type { ByEmailCopy } from '../../copy/copy.ts';
import { byEmail } from '../../copy/en/by-email.ts';
import { type Language, language } from '../../copy/language.ts';

const copies: Readonly<Record<Language, ByEmailCopy>> = { en: byEmail };

export const byEmailCopy: ByEmailCopy = copies[language];

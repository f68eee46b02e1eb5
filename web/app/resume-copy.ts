/** The words of coming back on the device, beside `page-copy.ts` and as there in each language. */
import type { ResumeCopy } from '../../copy/copy.ts';
import { resume } from '../../copy/en/resume.ts';
import { type Language, language } from '../../copy/language.ts';

const copies: Readonly<Record<Language, ResumeCopy>> = { en: resume };

export const resumeCopy: ResumeCopy = copies[language];

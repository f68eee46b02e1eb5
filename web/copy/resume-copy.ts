/** The words of coming back on the device, as in `web/copy/page-copy.ts` in each language. */
import type { ResumeCopy } from '../../copy/copy.ts';
import { resume } from '../../copy/en/resume.ts';
import { type Language, language } from '../../copy/language.ts';

const copies: Readonly<Record<Language, ResumeCopy>> = { en: resume };

export const resumeCopy: ResumeCopy = copies[language];

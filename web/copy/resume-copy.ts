/** The words of coming back to a draft, which load with its screens, in each language. */
import type { ByEmailCopy, ResumeCopy } from '../../copy/copy.ts';
import { byEmail } from '../../copy/en/by-email.ts';
import { resume } from '../../copy/en/resume.ts';
import { language } from '../../copy/language.ts';

/** Coming back on this device. */
export const resumeCopy: ResumeCopy = { en: resume }[language];

/** Coming back by a link from an email. */
export const byEmailCopy: ByEmailCopy = { en: byEmail }[language];

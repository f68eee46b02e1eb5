/** The texts that load with the screens for resuming a draft (D50). */
import type { ByEmailCopy, ResumeCopy } from '../../copy/copy.ts';
import { byEmail } from '../../copy/en/by-email.ts';
import { resume } from '../../copy/en/resume.ts';
import { language } from '../../copy/language.ts';

/** Texts for resuming on the same device. */
export const resumeCopy: ResumeCopy = { en: resume }[language];

/** Texts for resuming by a link from an email. */
export const byEmailCopy: ByEmailCopy = { en: byEmail }[language];

/** The texts that load with the screens for resuming a draft (D50). */
import { byEmail } from '../../copy/en/by-email.ts';
import { resume } from '../../copy/en/resume.ts';
import { language } from '../../copy/language.ts';

/** Texts for resuming on the same device. */
export const resumeCopy = { en: resume }[language];

/** Texts for resuming by a link from an email. */
export const byEmailCopy = { en: byEmail }[language];

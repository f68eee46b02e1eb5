/** The copy that the server uses. Only this file chooses the language (D50). */
import type { ServerCopy } from '../../copy/copy.ts';
import { en } from '../../copy/en/en.ts';
import { mail } from '../../copy/en/mail.ts';
import { noProgram } from '../../copy/en/no-program.ts';
import { type Language, language } from '../../copy/language.ts';

const copies: Readonly<Record<Language, ServerCopy>> = { en: { ...en, mail, noProgram } };

/** The copy as shipped, of which a program may override parts. */
export const defaultCopy: ServerCopy = copies[language];

/** Selects the copy that the server uses. No other server file selects the language (D50). */
import type { ServerCopy } from '../../copy/copy.ts';
import { en } from '../../copy/en/en.ts';
import { mail } from '../../copy/en/mail.ts';
import { noProgram } from '../../copy/en/no-program.ts';
import { type Language, language } from '../../copy/language.ts';

const copies: Readonly<Record<Language, ServerCopy>> = { en: { ...en, mail, noProgram } };

/** The copy that the product ships with. Programs can override parts of it. */
export const defaultCopy: ServerCopy = copies[language];

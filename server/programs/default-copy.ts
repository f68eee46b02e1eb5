/** The words that the server speaks: the one place where it chooses a language (D50). */
import type { ServerCopy } from '../../copy/copy.ts';
import { en } from '../../copy/en/en.ts';
import { mail } from '../../copy/en/mail.ts';
import { noProgram } from '../../copy/en/no-program.ts';
import { type Language, language } from '../../copy/language.ts';

const copies: Readonly<Record<Language, ServerCopy>> = { en: { ...en, mail, noProgram } };

/** As shipped; a program lays its own over them. Where no program is known, such as at an unknown host, these hold. */
export const defaultCopy: ServerCopy = copies[language];

/** The words of the agreements’ screens, as in `web/copy/page-copy.ts` in each language. */
import type { SigningCopy } from '../../copy/copy.ts';
import { signing } from '../../copy/en/signing.ts';
import { type Language, language } from '../../copy/language.ts';

const copies: Readonly<Record<Language, SigningCopy>> = { en: signing };

export const signingCopy: SigningCopy = copies[language];

/** The texts that load with the screens that have their own component (D50). */
import type { CustomScreensCopy, DocumentsCopy, IntroCopy, SentCopy, SigningCopy } from '../../copy/copy.ts';
import { customScreens } from '../../copy/en/custom-screens.ts';
import { acceptedDocuments, documentErrors } from '../../copy/en/documents.ts';
import { intro } from '../../copy/en/intro.ts';
import { sent } from '../../copy/en/sent.ts';
import { signing } from '../../copy/en/signing.ts';
import { language } from '../../copy/language.ts';

export const customScreensCopy: CustomScreensCopy = { en: customScreens }[language];
export const introCopy: IntroCopy = { en: intro }[language];
export const documentsCopy: DocumentsCopy = { en: { acceptedDocuments, documentErrors } }[language];
export const signingCopy: SigningCopy = { en: signing }[language];
export const sentCopy: SentCopy = { en: sent }[language];

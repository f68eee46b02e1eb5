/** The texts that load with the screens that have their own component (D50). */
import type { DocumentsCopy } from '../../copy/copy.ts';
import { customScreens } from '../../copy/en/custom-screens.ts';
import { acceptedDocuments, documentErrors } from '../../copy/en/documents.ts';
import { intro } from '../../copy/en/intro.ts';
import { sent } from '../../copy/en/sent.ts';
import { signing } from '../../copy/en/signing.ts';
import { language } from '../../copy/language.ts';

export const customScreensCopy = { en: customScreens }[language];
export const introCopy = { en: intro }[language];
export const documentsCopy: DocumentsCopy = { en: { acceptedDocuments, documentErrors } }[language];
export const signingCopy = { en: signing }[language];
export const sentCopy = { en: sent }[language];

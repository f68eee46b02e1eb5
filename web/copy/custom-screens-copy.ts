/** The words of the screens with a component of their own, which load with them, in each language. */
import type { CustomScreensCopy, DocumentsCopy, IntroCopy, SentCopy, SigningCopy } from '../../copy/copy.ts';
import { customScreens } from '../../copy/en/custom-screens.ts';
import { acceptedDocuments, documentErrors } from '../../copy/en/documents.ts';
import { intro } from '../../copy/en/intro.ts';
import { sent } from '../../copy/en/sent.ts';
import { signing } from '../../copy/en/signing.ts';
import { language } from '../../copy/language.ts';

export const customScreensCopy: CustomScreensCopy = { en: customScreens }[language];

/** The first screen. */
export const introCopy: IntroCopy = { en: intro }[language];

/** Proof documents and their uploads. */
export const documentsCopy: DocumentsCopy = { en: { acceptedDocuments, documentErrors } }[language];

/** The agreements. */
export const signingCopy: SigningCopy = { en: signing }[language];

/** The end of an application that was sent. */
export const sentCopy: SentCopy = { en: sent }[language];

/** The words about documents, as in `web/copy/page-copy.ts` in each language. */
import type { DocumentsCopy } from '../../copy/copy.ts';
import { acceptedDocuments, documentErrors } from '../../copy/en/documents.ts';
import { type Language, language } from '../../copy/language.ts';

const copies: Readonly<Record<Language, DocumentsCopy>> = { en: { acceptedDocuments, documentErrors } };

export const documentsCopy: DocumentsCopy = copies[language];

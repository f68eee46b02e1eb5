import type { Copy, DocumentsCopy } from '../copy.ts';
import { atOnce } from './at-once.ts';
import { acceptedDocuments, documentErrors } from './documents.ts';

/** The words of the page in English, but for those that only some screens need. */
export const en: Copy & DocumentsCopy = { ...atOnce, acceptedDocuments, documentErrors };

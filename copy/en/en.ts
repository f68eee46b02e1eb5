import type { Copy, DocumentsCopy } from '../copy.ts';
import { atOnce } from './at-once.ts';
import { acceptedDocuments, documentErrors } from './documents.ts';

/** The words of the page in English, without those of single screens. */
export const en: Copy & DocumentsCopy = { ...atOnce, acceptedDocuments, documentErrors };

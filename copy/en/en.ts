import type { Copy, DocumentsCopy } from '../copy.ts';
import { atOnce } from './at-once.ts';
import { acceptedDocuments, documentErrors } from './documents.ts';

/** The English words that the page loads first, plus the words about documents. */
export const en: Copy & DocumentsCopy = { ...atOnce, acceptedDocuments, documentErrors };

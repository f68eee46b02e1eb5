import type { Copy, DocumentsCopy } from '../copy.ts';
import { atOnce } from './at-once.ts';
import { acceptedDocuments, documentErrors } from './documents.ts';

/** The English words of the page, except those that load together with particular screens. */
export const en: Copy & DocumentsCopy = { ...atOnce, acceptedDocuments, documentErrors };

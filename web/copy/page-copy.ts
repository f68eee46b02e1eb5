/** The words that the page has from the start. Only the files of this folder choose a language (D50). */
import type { Boot } from '../../api/boot.ts';
import type { Copy, FirstCopy } from '../../copy/copy.ts';
import { atOnce } from '../../copy/en/at-once.ts';
import { language } from '../../copy/language.ts';
import { copyWith } from '../../copy/program-words.ts';

const copy: Copy = { en: atOnce }[language];

/** The words around every screen. No program changes them. */
export const firstCopy: FirstCopy = copy.first;

/** All words of the page: the product's, with the program's own in their place where it has any. */
export function pageCopy({ words }: Boot): Copy {
  return copyWith(copy, words);
}

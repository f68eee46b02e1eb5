/** The texts that load first. Only the files of this folder choose a language (D50). */
import type { Boot } from '../../api/boot.ts';
import type { Copy, FirstCopy } from '../../copy/copy.ts';
import { atOnce } from '../../copy/en/at-once.ts';
import { language } from '../../copy/language.ts';
import { copyWith } from '../../copy/program-words.ts';

const copy: Copy = { en: atOnce }[language];

/** The texts of the first screen and of the frame around every screen. No program changes them. */
export const firstCopy: FirstCopy = copy.first;

/** Returns the texts of the page, with the program's own texts in place of the product's. */
export function pageCopy({ words }: Boot): Copy {
  return copyWith(copy, words);
}

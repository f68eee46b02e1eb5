/** All words of the page: one of the two places where it chooses a language (D50). */
import type { Boot } from '../../api/boot.ts';
import type { Copy } from '../../copy/copy.ts';
import { en } from '../../copy/en/en.ts';
import { type Language, language } from '../../copy/language.ts';
import { copyWith } from '../../copy/program-words.ts';

const copies: Readonly<Record<Language, Copy>> = { en };

/** The product's words with those of the program laid over them. */
export function pageCopy({ words }: Boot): Copy {
  return copyWith(copies[language], words);
}

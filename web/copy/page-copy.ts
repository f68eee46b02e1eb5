/** All words of the page. With `first-copy.ts` the only place that chooses a language (D50). */
import type { Boot } from '../../api/boot.ts';
import type { Copy } from '../../copy/copy.ts';
import { atOnce } from '../../copy/en/at-once.ts';
import { type Language, language } from '../../copy/language.ts';
import { copyWith } from '../../copy/program-words.ts';

const copies: Readonly<Record<Language, Copy>> = { en: atOnce };

/** The product's words, with the program's own in their place where it has any. */
export function pageCopy({ words }: Boot): Copy {
  return copyWith(copies[language], words);
}

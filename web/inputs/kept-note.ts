import type { Copy } from '../../copy/copy.ts';
import type { InputProps } from '../jsx/input-props.ts';

/**
 * Returns the note that the stored answer is kept if the input stays empty; undefined if no answer is stored or an error is
 * shown.
 */
export function keptNote(
  words: Pick<Copy['page'], 'savedStays'>,
  { saved, error }: Pick<InputProps, 'saved' | 'error'>,
): string | undefined {
  return saved && !error ? words.savedStays(saved.lastFour && saved.text) : undefined;
}

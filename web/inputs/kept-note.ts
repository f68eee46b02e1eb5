import type { Copy } from '../../copy/copy.ts';
import type { InputProps } from './input-props.ts';

/**
 * What stands below the input of an answer that is kept: that leaving it empty keeps the answer. Undefined where nothing
 * is kept, and beside an error: what is typed or kept there has to change.
 */
export function keptNote(
  words: Pick<Copy['page'], 'savedStays'>,
  { saved, error }: Pick<InputProps, 'saved' | 'error'>,
): string | undefined {
  return saved && !error ? words.savedStays(saved.lastFour && saved.text) : undefined;
}

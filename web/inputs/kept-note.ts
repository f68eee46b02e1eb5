import type { Copy } from '../../copy/copy.ts';
import type { InputProps } from '../jsx/input-props.ts';

/** Returns a note that the stored answer is kept if the input stays empty. Undefined if there is no such answer, or an error. */
export function keptNote(
  words: Pick<Copy['page'], 'savedStays'>,
  { saved, error }: Pick<InputProps, 'saved' | 'error'>,
): string | undefined {
  return saved && !error ? words.savedStays(saved.lastFour) : undefined;
}

import type { Copy } from '../../copy/copy.ts';
import type { InputProps } from '../jsx/input-props.ts';

/** Returns a note that an empty input keeps the stored answer. Returns undefined if there is no stored answer. */
export function keptNote(
  words: Pick<Copy['page'], 'savedStays'>,
  { saved }: Pick<InputProps, 'saved'>,
): string | undefined {
  return saved && words.savedStays(saved.lastFour);
}

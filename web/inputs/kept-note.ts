import type { Copy } from '../../copy/copy.ts';
import type { InputProps } from '../jsx/input-props.ts';

/** Returns the note that an empty input keeps the stored answer; undefined without one or next to an error. */
export function keptNote(
  words: Pick<Copy['page'], 'savedStays'>,
  { saved, error }: Pick<InputProps, 'saved' | 'error'>,
): string | undefined {
  return saved && !error ? words.savedStays(saved.lastFour) : undefined;
}

/** The words of the page, given to its components by context (D50). */
import { createContext, useContext } from 'react';
import type { Copy, FirstCopy } from '../copy/copy.ts';

export const CopyContext = createContext<Copy | null>(null);
export const FirstCopyContext = createContext<FirstCopy | null>(null);

/** All words; not to be had before the first screen is left. */
export function useCopy(): Copy {
  const copy = useContext(CopyContext);
  if (!copy) throw new Error('A component stands outside of CopyContext');
  return copy;
}

/** The words of the first screen, and of what stands around every screen. */
export function useFirstCopy(): FirstCopy {
  const copy = useContext(FirstCopyContext);
  if (!copy) throw new Error('A component stands outside of FirstCopyContext');
  return copy;
}

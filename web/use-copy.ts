/** The words of the page, from a React context (D50). */
import { createContext, useContext } from 'react';
import type { Copy, FirstCopy } from '../copy/copy.ts';

export const CopyContext = createContext<Copy | null>(null);
export const FirstCopyContext = createContext<FirstCopy | null>(null);

/** All words. Throws on the first screen, before they are loaded. */
export function useCopy(): Copy {
  const copy = useContext(CopyContext);
  if (!copy) throw new Error('A component is rendered outside CopyContext');
  return copy;
}

/** The words of the first screen and of the page around every screen. */
export function useFirstCopy(): FirstCopy {
  const copy = useContext(FirstCopyContext);
  if (!copy) throw new Error('A component is rendered outside FirstCopyContext');
  return copy;
}

/** The words of the page, from a React context (D50). */
import { useContext } from 'react';
import type { Copy, FirstCopy } from '../../copy/copy.ts';
import { CopyContext, FirstCopyContext } from './copy-context.ts';

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

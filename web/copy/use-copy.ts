/** Hooks that return the texts of the page (D50). */
import { useContext } from 'react';
import type { Copy, FirstCopy } from '../../copy/copy.ts';
import { CopyContext, FirstCopyContext } from './copy-context.ts';

/** Returns all texts. Throws on the prerendered first screen, which has only `FirstCopy`. */
export function useCopy(): Copy {
  const copy = useContext(CopyContext);
  if (!copy) throw new Error('A component is rendered outside CopyContext');
  return copy;
}

/** Returns the texts of the first screen, and the texts around every screen. */
export function useFirstCopy(): FirstCopy {
  const copy = useContext(FirstCopyContext);
  if (!copy) throw new Error('A component is rendered outside FirstCopyContext');
  return copy;
}

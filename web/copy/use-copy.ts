/** Hooks that return the texts of the page (D50). */
import { type Context, useContext } from 'react';
import { CopyContext, FirstCopyContext } from './copy-context.ts';

function useGiven<T>(context: Context<T | null>): T {
  const copy = useContext(context);
  if (!copy) throw new Error('A component is rendered outside the context of its texts');
  return copy;
}

/** Returns all texts. Throws on the prerendered first screen, which has only `FirstCopy`. */
export const useCopy = () => useGiven(CopyContext);

/** Returns the texts of the first screen, and the texts around every screen. */
export const useFirstCopy = () => useGiven(FirstCopyContext);

/**
 * Gives components the words. Apart from the hooks that read it, so that during development a change of a hook does not make another context, in
 * which components drawn before the change would find nothing.
 */
import { createContext } from 'react';
import type { Copy, FirstCopy } from '../copy/copy.ts';

export const CopyContext = createContext<Copy | null>(null);
export const FirstCopyContext = createContext<FirstCopy | null>(null);

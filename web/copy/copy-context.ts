/**
 * Gives components the words. Apart from the hooks that read it: during development a changed hook would make another context,
 * in which components drawn before would find nothing.
 */
import { createContext } from 'react';
import type { Copy, FirstCopy } from '../../copy/copy.ts';

export const CopyContext = createContext<Copy | null>(null);
export const FirstCopyContext = createContext<FirstCopy | null>(null);

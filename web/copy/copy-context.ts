/** Gives components the words. Not in the file of the hooks, whose change in development would make another context. */
import { createContext } from 'react';
import type { Copy, FirstCopy } from '../../copy/copy.ts';

export const CopyContext = createContext<Copy | null>(null);
export const FirstCopyContext = createContext<FirstCopy | null>(null);

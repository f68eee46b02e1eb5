/** Contexts with the page's texts. In the file of their hooks, each change in development would create new contexts. */
import { createContext } from 'react';
import type { Copy, FirstCopy } from '../../copy/copy.ts';

export const CopyContext = createContext<Copy | null>(null);
export const FirstCopyContext = createContext<FirstCopy | null>(null);

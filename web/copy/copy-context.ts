/**
 * Contexts with the page's texts. They are not in the same file as their hooks, because each change to that file would create new
 * contexts in development.
 */
import { createContext } from 'react';
import type { Copy, FirstCopy } from '../../copy/copy.ts';

export const CopyContext = createContext<Copy | null>(null);
export const FirstCopyContext = createContext<FirstCopy | null>(null);

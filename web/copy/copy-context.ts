/**
 * Contexts that give components the page's texts. They are in a separate file from the hooks, because each change to the hooks'
 * file in development would create new contexts.
 */
import { createContext } from 'react';
import type { Copy, FirstCopy } from '../../copy/copy.ts';

export const CopyContext = createContext<Copy | null>(null);
export const FirstCopyContext = createContext<FirstCopy | null>(null);

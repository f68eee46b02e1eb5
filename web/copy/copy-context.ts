/**
 * Contexts with the page's texts. They have their own file, because in development, each change to a file creates the contexts in
 * that file again.
 */
import { createContext } from 'react';
import type { Copy, FirstCopy } from '../../copy/copy.ts';

export const CopyContext = createContext<Copy | null>(null);
export const FirstCopyContext = createContext<FirstCopy | null>(null);

/** Contexts with the page's texts, in their own file, because each change to a file creates its contexts again in development. */
import { createContext } from 'react';
import type { Copy, FirstCopy } from '../../copy/copy.ts';

export const CopyContext = createContext<Copy | null>(null);
export const FirstCopyContext = createContext<FirstCopy | null>(null);

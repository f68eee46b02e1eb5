/**
 * Creates the React context that contains the page. The context has its own file, because in development each change to a file
 * creates the contexts of that file again.
 */
import { createContext } from 'react';
import type { Page } from './page.ts';

export const PageContext = createContext<Page | null>(null);

/**
 * Context with the page. It is not in the same file as its hooks, because each change to that file would create a new context in
 * development.
 */
import { createContext } from 'react';
import type { Page } from './page.ts';

export const PageContext = createContext<Page | null>(null);

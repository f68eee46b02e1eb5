/**
 * Context that gives components the page. It is in a separate file from the hooks, because each change to the hooks' file in
 * development would create a new context.
 */
import { createContext } from 'react';
import type { Page } from './page.ts';

export const PageContext = createContext<Page | null>(null);

/**
 * Context that gives components the page. It is not in the file of the hooks, because a change of that file in development would
 * create a new context.
 */
import { createContext } from 'react';
import type { Page } from './page.ts';

export const PageContext = createContext<Page | null>(null);

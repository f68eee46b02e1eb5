/** Gives components the page. Not in the file of the hooks, whose change in development would make another context. */
import { createContext } from 'react';
import type { Page } from './page.ts';

export const PageContext = createContext<Page | null>(null);

/** Context with the page. In the file of its hooks, each change in development would create a new context. */
import { createContext } from 'react';
import type { Page } from './page.ts';

export const PageContext = createContext<Page | null>(null);

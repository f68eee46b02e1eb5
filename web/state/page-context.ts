/** Context with the page, in its own file, because each change to a file creates its contexts again in development. */
import { createContext } from 'react';
import type { Page } from './page.ts';

export const PageContext = createContext<Page | null>(null);

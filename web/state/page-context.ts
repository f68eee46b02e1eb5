/**
 * Gives components the page. Apart from the hooks that read it: during development a changed hook would make another context,
 * in which components drawn before would find nothing.
 */
import { createContext } from 'react';
import type { Page } from './page.ts';

export const PageContext = createContext<Page | null>(null);

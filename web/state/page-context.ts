/**
 * Gives components the page. Apart from the hooks that read it, so that during development a change of a hook does not make another context, in
 * which components drawn before the change would find nothing.
 */
import { createContext } from 'react';
import type { Page } from './page.ts';

export const PageContext = createContext<Page | null>(null);

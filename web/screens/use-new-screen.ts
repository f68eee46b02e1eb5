import { useEffect } from 'react';
import { setTitle } from '../browser/page-title.ts';
import { useCopy } from '../copy/use-copy.ts';
import { useBoot } from '../state/use-page.ts';

/** Sets the document title to the program's name and the screen's title (D25). */
export function useTitle(screenTitle: string | undefined): void {
  const { productName } = useCopy().first;
  const boot = useBoot();
  useEffect(() => {
    const program = `${boot.program.name} ${productName}`;
    setTitle(screenTitle ? `${program} – ${screenTitle}` : program);
  }, [boot, productName, screenTitle]);
}

// Turn off the browser's scroll restoration. It comes too late, and the header could cover the answer that was just changed.
if (typeof history !== 'undefined') history.scrollRestoration = 'manual';

/** Scrolls a new screen to its top and moves the focus to its heading (WCAG 2.4.3). */
export function useFocusOnHeading(key: string): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new key means a new screen.
  useEffect(() => {
    scrollTo(0, 0);
    document.querySelector<HTMLElement>('h1')?.focus({ preventScroll: true });
  }, [key]);
}

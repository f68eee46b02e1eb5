import { useEffect } from 'react';
import { useCopy } from '../copy/use-copy.ts';
import { useBoot } from '../state/use-page.ts';

/** Puts the program's name and the screen's title into the document title (D25). */
export function useTitle(screenTitle: string | undefined): void {
  const { productName } = useCopy().first;
  const boot = useBoot();
  useEffect(() => {
    const program = `${boot.program.name} ${productName}`;
    document.title = screenTitle ? `${program} – ${screenTitle}` : program;
  }, [boot, productName, screenTitle]);
}

// Each screen sets its scroll position itself. A browser that restored an earlier one would do so later, and could hide the
// answer that was just changed under the header.
if (typeof history !== 'undefined') history.scrollRestoration = 'manual';

/** Scrolls a new screen to its top and moves the focus to its heading (WCAG 2.4.3). */
export function useFocusOnHeading(key: string): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new key means a new screen.
  useEffect(() => {
    scrollTo(0, 0);
    document.querySelector<HTMLElement>('h1')?.focus({ preventScroll: true });
  }, [key]);
}

import { useLayoutEffect } from 'react';

/**
 * Calls `onReady` once its siblings are mounted. It has its own file, because a file with a component and another export
 * reloads the page when it changes in development.
 */
export function Drawn({ onReady }: { readonly onReady: () => void }) {
  useLayoutEffect(onReady, [onReady]);
  return null;
}

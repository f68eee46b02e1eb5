import { useLayoutEffect } from 'react';

/**
 * Calls `onReady` once its siblings are mounted. In a file of its own, because a file that has a component and exports anything
 * else reloads the page when it changes in development.
 */
export function Drawn({ onReady }: { readonly onReady: () => void }) {
  useLayoutEffect(onReady, [onReady]);
  return null;
}

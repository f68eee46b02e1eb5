import { useLayoutEffect } from 'react';

/**
 * Calls `onReady` once its siblings are mounted. It is the only export of its file, because a second export would break hot
 * reload.
 */
export function Drawn({ onReady }: { readonly onReady: () => void }) {
  useLayoutEffect(onReady, [onReady]);
  return null;
}

import { useLayoutEffect } from 'react';

/** Calls `onReady` once its siblings are mounted. Alone in its file: another export would break hot reload. */
export function Drawn({ onReady }: { readonly onReady: () => void }) {
  useLayoutEffect(onReady, [onReady]);
  return null;
}

import { useLayoutEffect } from 'react';

/** Calls `onReady` once its siblings are mounted. A second export in this file would break hot reload. */
export function Drawn({ onReady }: { readonly onReady: () => void }) {
  useLayoutEffect(onReady, [onReady]);
  return null;
}

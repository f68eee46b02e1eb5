import { useLayoutEffect } from 'react';

/** Calls `onReady` once its siblings are mounted. It is alone in its file, because a second export would break hot reload. */
export function Drawn({ onReady }: { readonly onReady: () => void }) {
  useLayoutEffect(onReady, [onReady]);
  return null;
}

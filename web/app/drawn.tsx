import { useLayoutEffect } from 'react';

/** Tells when what it stands beside is in the document. */
export function Drawn({ tell }: { readonly tell: () => void }) {
  useLayoutEffect(tell, [tell]);
  return null;
}

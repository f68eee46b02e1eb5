import type { ReactNode } from 'react';
import { useCopy } from '../../use-copy.ts';
import { HelpPanel } from './help-panel.tsx';

/** Beside the form on a wide screen: help with the focused field, then the screen's own content. */
export function SidePanel({ children }: { readonly children?: ReactNode }) {
  const { page: words } = useCopy();
  return (
    <aside className="side-panel" aria-label={words.sidePanel}>
      <HelpPanel />
      {children}
    </aside>
  );
}

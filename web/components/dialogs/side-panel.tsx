import type { ReactNode } from 'react';
import { words } from '../words.ts';
import { HelpPanel } from './help-panel.tsx';

/** Beside the form on a wide screen: help with the focused field, then what is handed in. */
export function SidePanel({ children }: { readonly children?: ReactNode }) {
  return (
    <aside className="side-panel" aria-label={words.sidePanel}>
      <HelpPanel />
      {children}
    </aside>
  );
}

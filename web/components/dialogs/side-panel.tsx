import type { ReactNode } from 'react';
import { useBoot } from '../../state/use-page.ts';
import { useCopy } from '../../use-copy.ts';
import { HelpPanel } from './help-panel.tsx';

/** Beside the form on a wide screen: the screen's own content, help with the focused field, and whom to call. */
export function SidePanel({ children }: { readonly children?: ReactNode }) {
  const { page: words } = useCopy();
  const { phone } = useBoot().program;
  return (
    <aside className="side-panel" aria-label={words.sidePanel}>
      {children}
      <HelpPanel />
      {phone && (
        <div className="help-panel">
          <h2>{words.needPerson}</h2>
          <p>
            <a href={`tel:${phone.dialled}`}>{phone.number}</a>
            <br />
            {phone.hours}
          </p>
        </div>
      )}
    </aside>
  );
}

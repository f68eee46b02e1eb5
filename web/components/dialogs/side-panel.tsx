import type { Elements } from '../../jsx/types.ts';
import { FinishLaterOffer } from '../../resume/finish-later-offer.tsx';
import { useCopy } from '../../use-copy.ts';
import { PhonePanel } from '../phone-panel.tsx';
import { HelpPanel } from './help-panel.tsx';

/** Beside the form on a wide screen: the screen's own content, help with the focused field, and whom to call. */
export function SidePanel({ children }: { readonly children?: Elements }) {
  const { page: words } = useCopy();
  return (
    <aside className="side-panel" aria-label={words.sidePanel}>
      {children}
      <HelpPanel />
      <PhonePanel className="help-panel" />
      <FinishLaterOffer />
    </aside>
  );
}

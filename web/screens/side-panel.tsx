import { HelpPanel } from '../components/dialogs/help-panel.tsx';
import { PhonePanel } from '../components/phone-panel.tsx';
import { useCopy } from '../copy/use-copy.ts';
import type { Elements } from '../jsx/types.ts';
import { FinishLaterOffer } from './resume/finish-later-offer.tsx';

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

import type { ReactNode } from 'react';
import type { Boot } from '../../api/boot.ts';
import { DemoStrip } from '../components/demo-strip.tsx';
import { useHelpDesk } from '../components/help-panel.tsx';
import { PageFooter } from '../components/page-footer.tsx';
import { PageHeader } from '../components/page-header.tsx';
import { words } from '../words.ts';
import { screenWords } from './screen-words.ts';

/** What stands around every screen; the prerendered first screen stands in the same. */
export function PageShell({ boot, children }: { readonly boot: Boot; readonly children: ReactNode }) {
  const { show } = useHelpDesk();
  const { name, demo, termsUrl, merchantHelp } = boot.program;
  return (
    <div className="page">
      {demo && <DemoStrip />}
      <PageHeader
        programName={name}
        onHelp={() => show({ label: words.help, text: screenWords.help(merchantHelp) })}
      />
      {children}
      <PageFooter termsUrl={termsUrl} />
    </div>
  );
}

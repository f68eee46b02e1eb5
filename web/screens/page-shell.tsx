import type { Boot } from '../../api/boot.ts';
import { useHelpDesk } from '../components/dialogs/help-desk.ts';
import { DemoStrip } from '../components/frame/demo-strip.tsx';
import { PageFooter } from '../components/frame/page-footer.tsx';
import { PageHeader } from '../components/frame/page-header.tsx';
import { useFirstCopy } from '../copy/use-copy.ts';
import type { Elements } from '../jsx/types.ts';

/** What surrounds every screen, including the prerendered first one. */
export function PageShell({ boot, children }: { readonly boot: Boot; readonly children: Elements }) {
  const first = useFirstCopy();
  const { show } = useHelpDesk();
  const { demo, termsUrl, merchantHelp, phone } = boot.program;
  return (
    <div className="page">
      {demo && <DemoStrip />}
      <PageHeader
        program={boot.program}
        onHelp={() => show({ label: first.help, text: first.helpText(merchantHelp, phone), isGeneral: true })}
      />
      {children}
      <PageFooter termsUrl={termsUrl} />
    </div>
  );
}

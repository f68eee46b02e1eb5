import type { Boot } from '../../api/boot.ts';
import { Button } from '../components/buttons/button.tsx';
import { MiniCard } from '../components/card/card.tsx';
import { useHelpDesk } from '../components/dialogs/help-desk.ts';
import { Icon } from '../components/icon.tsx';
import { useFirstCopy } from '../copy/use-copy.ts';
import type { Elements } from '../jsx/types.ts';

/** The link to the program's terms. It opens them in a new tab, because leaving the page would interrupt the application. */
export function TermsLink({ url }: { readonly url: string }) {
  return (
    <a href={url} target="_blank" rel="noreferrer">
      {useFirstCopy().terms}
    </a>
  );
}

/**
 * The header and footer of every screen. Help is always in the same place (WCAG 3.2.6). On a phone, a screen with a bar at the
 * bottom has no footer. The link to the terms is then only in the help sheet.
 */
export function PageShell({ boot, children }: { readonly boot: Boot; readonly children: Elements }) {
  const first = useFirstCopy();
  const { show } = useHelpDesk();
  const { demo, name, providerName, termsUrl, merchantHelp } = boot.program;
  return (
    <div className="page">
      {demo && (
        <aside className="demo-strip" aria-label={first.demo}>
          {first.demoStrip}
        </aside>
      )}
      <header className="page-header">
        <MiniCard />
        <p className="program-name">
          <b translate="no">{name}</b>
          <span>{providerName}</span>
        </p>
        <Button
          className="header-help"
          onPress={() => show({ label: first.help, text: first.helpText(merchantHelp), isGeneral: true })}
        >
          <Icon name="help" />
          <span>{first.help}</span>
        </Button>
      </header>
      {children}
      <footer className="page-footer">
        <TermsLink url={termsUrl} />
      </footer>
    </div>
  );
}

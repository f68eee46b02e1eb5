import { createRoot } from 'react-dom/client';
import type { Boot } from '../../api/boot.ts';
import { HelpSheet } from '../components/dialogs/help-panel.tsx';
import { FirstCopyContext } from '../copy/copy-context.ts';
import { pageCopy } from '../copy/page-copy.ts';

/** Shows help over the prerendered first screen, without a session and without the files of that screen. */
export function showIntroHelp(boot: Boot): void {
  const { first } = pageCopy(boot);
  const { merchantHelp, phone } = boot.program;
  const root = createRoot(document.body.appendChild(document.createElement('div')));
  root.render(
    <FirstCopyContext value={first}>
      <HelpSheet
        label={first.help}
        text={first.helpText(merchantHelp, phone)}
        onClose={() => root.unmount()}
      />
    </FirstCopyContext>,
  );
}

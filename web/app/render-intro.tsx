/** Renders what is seen before any script has run, on the server, once per program at start (`docs/decisions/first-screen.md`). */
import type { ReactNode } from 'react';
import { prerender } from 'react-dom/static';
import type { Boot } from '../../api/boot.ts';
import { HelpProvider } from '../components/dialogs/help-panel.tsx';
import { Loading } from '../components/loading.tsx';
import { IntroScreen } from '../screens/intro-screen.tsx';
import { PageShell } from '../screens/page-shell.tsx';
import { FirstCopyContext } from '../use-copy.ts';
import { showsIntro } from './entry.ts';
import { firstCopy } from './first-copy.ts';
import { keepPressScript } from './kept-press.ts';

async function rendered(boot: Boot, screen: ReactNode): Promise<string> {
  const { prelude } = await prerender(
    <FirstCopyContext value={firstCopy}>
      <HelpProvider>
        <PageShell boot={boot}>{screen}</PageShell>
      </HelpProvider>
    </FirstCopyContext>,
  );
  return new Response(prelude).text();
}

/** The HTML in the page's root before any script has run, where the address shows the intro. */
export function renderIntro(boot: Boot): Promise<string> {
  return rendered(boot, <IntroScreen boot={boot} />);
}

/** The same for every other address, such as one that is reloaded: a loading sign, so that no wrong screen appears first. */
export function renderLoading(boot: Boot): Promise<string> {
  return rendered(
    boot,
    <div className="page-body">
      <main className="page-main">
        <Loading />
      </main>
    </div>,
  );
}

/** Whether a path is given the intro. */
export function isIntroPath(path: string): boolean {
  return showsIntro(path);
}

/** The script within the document of the intro. */
export function inlineScript(): string {
  return keepPressScript;
}

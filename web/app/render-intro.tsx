/** Renders what is seen before any script has run, on the server, once per program at start (architecture, "Page"). */
import type { ReactNode } from 'react';
import { prerender } from 'react-dom/static';
import type { Boot } from '../api/boot.ts';
import { HelpProvider } from './components/help-panel.tsx';
import { Loading } from './components/loading.tsx';
import { showsIntro } from './entry.ts';
import { IntroScreen } from './screens/intro-screen.tsx';
import { PageShell } from './screens/page-shell.tsx';
import { keepPressScript } from './session/kept-press.ts';

async function rendered(boot: Boot, screen: ReactNode): Promise<string> {
  const { prelude } = await prerender(
    <HelpProvider>
      <PageShell boot={boot}>{screen}</PageShell>
    </HelpProvider>,
  );
  return new Response(prelude).text();
}

/** The HTML that stands in the page's root before any script has run, where the address shows the intro. */
export function renderIntro(boot: Boot): Promise<string> {
  return rendered(boot, <IntroScreen boot={boot} />);
}

/** What stands there on every other address, such as one that is reloaded: no screen flashes by that is not meant. */
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

/** The script that stands in the document beside the intro. */
export function inlineScript(): string {
  return keepPressScript;
}

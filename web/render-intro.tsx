/** Renders the first screen on the server, once per program at start (architecture, "Page"). */
import { prerender } from 'react-dom/static';
import type { Boot } from '../api/boot.ts';
import { HelpProvider } from './components/help-panel.tsx';
import { IntroScreen } from './screens/intro-screen.tsx';
import { PageShell } from './screens/page-shell.tsx';

/** The HTML that stands in the page's root before any script has run. */
export async function renderIntro(boot: Boot): Promise<string> {
  const { prelude } = await prerender(
    <HelpProvider>
      <PageShell boot={boot}>
        <IntroScreen boot={boot} />
      </PageShell>
    </HelpProvider>,
  );
  return new Response(prelude).text();
}

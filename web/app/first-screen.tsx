import { useEffect, useRef, useState } from 'react';
import type { Boot } from '../../api/boot.ts';
import { HelpProvider } from '../components/dialogs/help-panel.tsx';
import { IntroScreen } from '../screens/intro-screen.tsx';
import { PageShell } from '../screens/page-shell.tsx';
import { FirstCopyContext } from '../use-copy.ts';
import { firstCopy } from './first-copy.ts';
import { takeKeptPress } from './kept-press.ts';
import type { OpenedPage } from './open-page.ts';

/**
 * The page until the first screen is left: the prerendered intro, while the rest loads and the session starts. A press
 * that comes earlier is remembered and acted on as soon as possible.
 */
export function FirstScreen({ boot }: { readonly boot: Boot }) {
  const [opened, setOpened] = useState<OpenedPage | null>(null);
  const [failed, setFailed] = useState(false);
  const opening = useRef<Promise<OpenedPage> | undefined>(undefined);

  function open(): Promise<OpenedPage> {
    opening.current ??= import('./open-page.ts').then(({ openPage }) => openPage(boot));
    return opening.current;
  }

  // If the session could not be started, draw the whole page at once: it shows the alert.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, after the first paint.
  useEffect(() => {
    if (takeKeptPress()) {
      void begin();
      return;
    }
    open().then(
      async (page) => {
        if (!(await page.enter())) setOpened(page);
      },
      () => {
        opening.current = undefined;
      },
    );
  }, []);

  async function begin(): Promise<void> {
    try {
      const page = await open();
      if (await page.enter()) page.leaveIntro();
      setOpened(page);
    } catch {
      opening.current = undefined;
      setFailed(true);
    }
  }

  if (opened) return <opened.App page={opened.page} />;
  return (
    <FirstCopyContext value={firstCopy}>
      <HelpProvider>
        <PageShell boot={boot}>
          <IntroScreen boot={boot} failed={failed} onStart={() => void begin()} />
        </PageShell>
      </HelpProvider>
    </FirstCopyContext>
  );
}

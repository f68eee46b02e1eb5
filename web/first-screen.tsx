import { useEffect, useRef, useState } from 'react';
import type { Boot } from '../api/boot.ts';
import type { OpenedApplication } from './app.tsx';
import { HelpProvider } from './components/help-panel.tsx';
import { IntroScreen } from './screens/intro-screen.tsx';
import { PageShell } from './screens/page-shell.tsx';
import { takeKeptPress } from './session/kept-press.ts';

/**
 * The page until the first screen is left: the prerendered intro, kept as it is, while everything else loads and the
 * session starts behind it. A press that comes before that is kept and acted on as soon as it can be.
 */
export function FirstScreen({ boot }: { readonly boot: Boot }) {
  const [opened, setOpened] = useState<OpenedApplication | null>(null);
  const [failed, setFailed] = useState(false);
  const opening = useRef<Promise<OpenedApplication> | undefined>(undefined);

  function open(): Promise<OpenedApplication> {
    opening.current ??= import('./app.tsx').then(({ openApplication }) => openApplication(boot));
    return opening.current;
  }

  // The application takes over at once only where the start has something to say.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, after the first paint.
  useEffect(() => {
    if (takeKeptPress()) {
      void begin();
      return;
    }
    open().then(
      async (application) => {
        if (!(await application.enter())) setOpened(application);
      },
      () => {
        opening.current = undefined;
      },
    );
  }, []);

  async function begin(): Promise<void> {
    try {
      const application = await open();
      if (await application.enter()) application.leaveIntro();
      setOpened(application);
    } catch {
      opening.current = undefined;
      setFailed(true);
    }
  }

  if (opened) return <opened.App session={opened.session} />;
  return (
    <HelpProvider>
      <PageShell boot={boot}>
        <IntroScreen boot={boot} failed={failed} onStart={() => void begin()} />
      </PageShell>
    </HelpProvider>
  );
}

/** Opens the page behind the prerendered intro, which stays on the screen. */
import { createRoot } from 'react-dom/client';
import type { Boot } from '../../api/boot.ts';
import { nextStep } from '../../form/flow/navigation.ts';
import { urlOf } from '../../form/flow/steps.ts';
import { startStopwatch } from '../api/server-time.ts';
import { navigate } from '../browser/history-entries.ts';
import { movingCard } from '../browser/motion.ts';
import { HelpPhone, HelpSheet } from '../components/dialogs/help-panel.tsx';
import { FirstCopyContext } from '../copy/copy-context.ts';
import { pageCopy } from '../copy/page-copy.ts';
import { customScreens, resumeParts } from '../screens/parts.ts';
import type { Page } from '../state/page.ts';

/** Replaces the texts for the person's own device with the texts for a shared device (D55). */
function showSharedTexts(): void {
  for (const element of document.querySelectorAll<HTMLElement>('[data-shared]'))
    element.textContent = element.dataset['shared'] ?? '';
}

/** Shows help over the prerendered first screen, even without a session. */
function showIntroHelp(boot: Boot): void {
  const { first } = pageCopy(boot);
  const { merchantHelp, phone } = boot.program;
  const root = createRoot(document.body.appendChild(document.createElement('div')));
  root.render(
    <FirstCopyContext value={first}>
      <HelpSheet label={first.help} text={first.helpText(merchantHelp)} onClose={() => root.unmount()}>
        <HelpPhone phone={phone} />
      </HelpSheet>
    </FirstCopyContext>,
  );
}

/** The functions that the buttons of the prerendered screen call after the page has loaded. */
export type OpenedPage = ReturnType<typeof openBehindIntro>;

/**
 * Starts a session for the current entry route behind the prerendered intro. If that fails, renders the page with an alert.
 * `draw` resolves once the page has replaced the intro. `onOffline` gets true while the start waits for the network, then false.
 */
export function openBehindIntro(
  boot: Boot,
  page: Page,
  draw: () => Promise<void>,
  onOffline: (isOffline: boolean) => void,
) {
  const { pathname, search } = location;
  const enterNow = () => ({ since: startStopwatch(), result: page.lifetime.enter(pathname, search) });
  let entered = enterNow();

  /** Resolves to true once there is a session. Starts a new session if the previous one has timed out. */
  async function enter(): Promise<boolean> {
    if (entered.since() > boot.sessionTimeoutMillis) entered = enterNow();
    const isEntered = await entered.result;
    if (isEntered) return true;
    // To show the alert, the page renders the intro again. First load the module that renders it, so that nothing flickers.
    await customScreens.load().catch(() => undefined);
    await draw();
    return false;
  }

  page.store.subscribe(() => onOffline(page.store.getState().awaitsNetwork));
  function leaveFor(url: string): Promise<void> {
    navigate(url);
    return draw();
  }

  async function offer(): Promise<void> {
    if (!(await enter())) return;
    const { onDevice, offered } = page.store.getState().session?.resume ?? {};
    if (onDevice === false) showSharedTexts();
    if (!offered) return;
    const { showOfferOnIntro } = await resumeParts.load();
    showOfferOnIntro(() => void leaveFor('/resume'));
  }

  offer().catch(() => undefined);
  return {
    /** Renders the screen after the intro. If there is no session, renders the intro with an alert instead. */
    begin: async (): Promise<void> => {
      if (!(await enter())) return;
      const url = urlOf(nextStep({ screen: 'start', part: 1 }, page.store.application()));
      await movingCard(() => leaveFor(url));
    },
    showHelp: () => showIntroHelp(boot),
  };
}

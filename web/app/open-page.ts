/** What takes over from the prerendered screen, and how. */
import type { Boot } from '../../api/boot.ts';
import { nextStep } from '../../form/flow/navigation.ts';
import { urlOf } from '../../form/flow/steps.ts';
import { startStopwatch } from '../api/server-time.ts';
import { navigate } from '../browser/history-entries.ts';
import { movingCard } from '../browser/motion.ts';
import { customScreens, resumeParts } from '../lazy/parts.ts';
import type { Page } from '../state/page.ts';
import { showIntroHelp } from './intro-help.tsx';

/** What the buttons of the prerendered screen do once the page is loaded. */
export interface OpenedPage {
  /** Draws the screen after the intro, or an alert that says why there is no session. */
  readonly begin: () => Promise<void>;
  /** Opens the help over the first screen, which stays. */
  readonly showHelp: () => void;
}

/** Says what is true on a device that many use, where the document says what is true of the program (D55). */
function sayShared(): void {
  for (const element of document.querySelectorAll<HTMLElement>('[data-shared]'))
    element.textContent = element.dataset['shared'] ?? '';
}

/**
 * Starts a session for the current entry route, behind the prerendered intro, which stays until it is left. If there can
 * be no session, the page is drawn at once: it shows the alert.
 * @param draw Draws the page; resolves once it has replaced the intro.
 * @param onOffline Called when the start of the session begins to wait for the network, and when it no longer does.
 */
export function openBehindIntro(
  boot: Boot,
  page: Page,
  draw: () => Promise<void>,
  onOffline: (isOffline: boolean) => void,
): OpenedPage {
  const { pathname, search } = location;
  const enterNow = () => ({ since: startStopwatch(), result: page.lifetime.enter(pathname, search) });
  let entered = enterNow();

  /** Draws the page with the intro, which it loads before, so that nothing flickers. */
  const drawIntro = () =>
    customScreens
      .load()
      .catch(() => undefined)
      .then(draw);

  /** True once there is a session; starts a new one if the last has timed out. */
  async function enter(): Promise<boolean> {
    if (entered.since() > boot.sessionTimeoutMillis) entered = enterNow();
    const isEntered = await entered.result;
    if (!isEntered) await drawIntro();
    return isEntered;
  }

  page.store.subscribe(() => onOffline(page.store.getState().awaitsNetwork));
  /** Draws the page at an address, in place of the intro. */
  function leaveFor(url: string): Promise<void> {
    navigate(url);
    return draw();
  }

  /** Offers to continue a draft of this device, if there is one and the intro is still there. */
  async function offer(): Promise<void> {
    if (!(await enter())) return;
    const { onDevice, offered } = page.store.getState().session?.resume ?? {};
    if (onDevice === false) sayShared();
    if (!offered) return;
    const { showOfferOnIntro } = await resumeParts.load();
    showOfferOnIntro(() => void leaveFor('/resume'));
  }

  offer().catch(() => undefined);
  return {
    begin: async () => {
      if (!(await enter())) return;
      const url = urlOf(nextStep({ screen: 'start', part: 1 }, page.store.application()));
      await movingCard(() => leaveFor(url));
    },
    showHelp: () => showIntroHelp(boot),
  };
}

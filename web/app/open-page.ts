/** Creates the page behind the first screen; loaded while the person reads that one. */
import type { Boot } from '../../api/boot.ts';
import { nextStep } from '../../form/flow/navigation.ts';
import { urlOf } from '../../form/flow/steps.ts';
import type { Page } from '../state/page.ts';
import { createPage, stateBeforeUpdate } from '../state/page.ts';
import { carriedOver } from '../state/page-state.ts';
import { App } from './app.tsx';
import { navigate } from './history-entries.ts';

/** What the first screen gets once the rest of the page is loaded. */
export interface OpenedPage {
  readonly App: typeof App;
  readonly page: Page;
  /** True once there is a session. Starts one, or a new one if the last has timed out. */
  readonly enter: () => Promise<boolean>;
  /** Goes to the screen after the intro. */
  readonly leaveIntro: () => void;
}

/** Creates the page and starts a session for the current entry route. */
export function openPage(boot: Boot): OpenedPage {
  const page = createPage(boot, navigate);
  const { pathname, search } = location;
  let entered = { at: Date.now(), result: page.lifetime.enter(pathname, search) };
  return {
    App,
    page,
    enter: () => {
      const now = Date.now();
      if (now - entered.at > boot.sessionTimeoutMillis)
        entered = { at: now, result: page.lifetime.enter(pathname, search) };
      return entered.result;
    },
    leaveIntro: () => navigate(urlOf(nextStep({ screen: 'start', part: 1 }, page.store.application()))),
  };
}

/**
 * Creates the page and continues a session that survived a reload. Without one the router redirects to /start (D18,
 * D49).
 */
export async function resumePage(boot: Boot): Promise<Pick<OpenedPage, 'App' | 'page'>> {
  const page = createPage(boot, navigate);
  await page.lifetime.resume();
  return { App, page };
}

/** In development, after a code change: the page in its last state, with the new code; undefined if there is none. */
export function updatedPage(boot: Boot): Pick<OpenedPage, 'App' | 'page'> | undefined {
  const before = stateBeforeUpdate();
  return before && { App, page: createPage(boot, navigate, carriedOver(before, boot)) };
}

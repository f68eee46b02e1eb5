/** Makes the page behind the first screen: loaded while that is being read. */
import type { Boot } from '../../api/boot.ts';
import { nextStep } from '../../form/flow/navigation.ts';
import { urlOf } from '../../form/flow/steps.ts';
import type { Page } from '../state/page.ts';
import { createPage, stateBeforeUpdate } from '../state/page.ts';
import { carriedOver } from '../state/page-state.ts';
import { App } from './app.tsx';
import { navigate } from './history-entries.ts';

/** The page as the first screen hands over to it. */
export interface OpenedPage {
  readonly App: typeof App;
  readonly page: Page;
  /** Whether a session stands behind the intro: starts one, and another where the last was idle for too long. */
  readonly enter: () => Promise<boolean>;
  /** Leads to the screen after the intro. */
  readonly leaveIntro: () => void;
}

/** Starts the session of the entry route that the address is. */
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

/** Goes on with a session that outlived a reload; without one the router leads to /start (D18, D49). */
export async function resumePage(boot: Boot): Promise<Pick<OpenedPage, 'App' | 'page'>> {
  const page = createPage(boot, navigate);
  await page.lifetime.resume();
  return { App, page };
}

/** In development, after a change of the code: the page as it was, made by the new code; undefined where there is none. */
export function updatedPage(boot: Boot): Pick<OpenedPage, 'App' | 'page'> | undefined {
  const before = stateBeforeUpdate();
  return before && { App, page: createPage(boot, navigate, carriedOver(before, boot)) };
}

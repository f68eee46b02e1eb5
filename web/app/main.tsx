/** The page's entry module. If the URL shows the intro, the prerendered intro stays until the person leaves the intro. */
import './react.ts';
import { StrictMode, startTransition } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import type { Boot } from '../../api/boot.ts';
import { navigate } from '../browser/history-entries.ts';
import { isWide } from '../browser/wide.ts';
import { customScreens, importPartsBy } from '../screens/parts.ts';
import { createPage, type Page } from '../state/page.ts';
import { carriedOver } from '../state/page-state.ts';
import { App } from './app.tsx';
import { updateDocument } from './document-update.ts';
import { Drawn } from './drawn.tsx';
import { showsIntro } from './entry.ts';
import { type OpenedPage, openBehindIntro } from './open-page.tsx';

importPartsBy({
  customScreens: () => import('../screens/custom-screens.ts'),
  resumeParts: () => import('../screens/resume/resume-parts.ts'),
});

const element = document.getElementById('root') as HTMLElement;
let root: Root | undefined = import.meta.hot?.data['root'];

function readBoot(): Boot {
  return JSON.parse(document.getElementById('boot')?.textContent ?? '') as Boot;
}

/** Renders the page in short tasks, for slow phones. Resolves once it has replaced the prerendered screen. */
function draw(page: Page): Promise<void> {
  const drawnIn = root ?? createRoot(element);
  root = drawnIn;
  if (import.meta.hot) Object.assign(import.meta.hot.data, { root, page });
  return new Promise((resolve) => {
    startTransition(() =>
      drawnIn.render(
        <StrictMode>
          <App page={page} />
          <Drawn onReady={resolve} />
        </StrictMode>,
      ),
    );
  });
}

/**
 * Opens the page. If the intro was prerendered, starts a session. If not, resumes a session after a reload (D18, D49). Calls
 * `onDraw` when it replaces the prerendered screen, and `onOffline` with whether the start is waiting for the network.
 */
export async function open(onDraw: () => void, onOffline: (isOffline: boolean) => void): Promise<OpenedPage> {
  const boot = readBoot();
  const page = createPage(boot, navigate);
  const replace = () => draw(page).then(onDraw);
  // In a wide window, load the part that contains the list of sections while the person reads the intro. Without this line,
  // `ScreenFrame` would load the part on the first screen after the intro, and the list would appear late.
  if (isWide()) customScreens.load().catch(() => undefined);
  if (showsIntro(location.pathname) && element.hasChildNodes())
    return openBehindIntro(boot, page, replace, onOffline);
  await page.lifetime.resume();
  await replace();
  return { begin: async () => undefined, showHelp: () => undefined };
}

/** In development, renders the page again with its current state. */
async function drawAgain(): Promise<void> {
  const before: Page | undefined = import.meta.hot?.data['page'];
  if (!before) return;
  const boot = readBoot();
  await draw(createPage(boot, navigate, carriedOver(before.store.getState(), boot)));
}

// In development, render the page again after a change to the document, or to code outside components.
if (import.meta.hot) {
  void drawAgain();
  import.meta.hot.accept();
  import.meta.hot.on('server-restarted', async () => {
    if (await updateDocument()) await drawAgain();
    console.debug('[page] is as the restarted server has it');
  });
}

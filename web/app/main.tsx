/**
 * Starts the page in the browser. On an address of the intro the prerendered screen stays; elsewhere it is replaced.
 */
import type { ReactNode } from 'react';
import { StrictMode } from 'react';
import type { Root } from 'react-dom/client';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { readBoot } from './boot.ts';
import { showsIntro } from './entry.ts';
import { FirstScreen } from './first-screen.tsx';

const element = document.getElementById('root') as HTMLElement;
const boot = readBoot();

/** Draws the page for the first time. The development server does not prerender. */
function draw(content: ReactNode): Root {
  const strict = <StrictMode>{content}</StrictMode>;
  if (showsIntro(location.pathname) && element.hasChildNodes()) return hydrateRoot(element, strict);
  const root = createRoot(element);
  root.render(strict);
  return root;
}

async function start(): Promise<Root> {
  if (showsIntro(location.pathname)) return draw(<FirstScreen boot={boot} />);
  const { resumePage } = await import('./open-page.ts');
  const { App, page } = await resumePage(boot);
  return draw(<App page={page} />);
}

/**
 * In development: draws the page again, in its present state, after a change that no component can take up by itself.
 */
async function update(root: Root): Promise<void> {
  const { updatedPage } = await import('./open-page.ts');
  const updated = updatedPage(boot);
  root.render(
    <StrictMode>{updated ? <updated.App page={updated.page} /> : <FirstScreen boot={boot} />}</StrictMode>,
  );
}

if (import.meta.hot) {
  const { data } = import.meta.hot;
  if (data['root']) void update(data['root']);
  else void start().then((root) => Object.assign(data, { root }));
  import.meta.hot.accept();
} else void start();

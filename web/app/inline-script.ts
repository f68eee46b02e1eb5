/**
 * The inline script of every document (`docs/decisions/first-screen.md`). The document paints the first screen by itself.
 * Until the page's modules are there, this responds to its buttons and keeps what was pressed; and it asks for the
 * modules, but only once the screen is painted. The build puts it into one classic script.
 */

import { whenOnline } from '../browser/when-online.ts';
import { slowAfterMillis, swipeable } from '../components/frame/swipeable.ts';
import { cacheFile } from '../lazy/cache-file.ts';
import type { OpenedPage } from './open-page.ts';

/** The page's last module, its entry. */
type Entry = typeof import('./main.tsx');

/** Milliseconds after `load` until the rest is asked for where the browser has reported no paint. */
const unreportedPaint = 3000;

const parsed = new Promise<void>((resolve) => {
  addEventListener('DOMContentLoaded', () => resolve(), { once: true });
});

/** Resolves when the first screen is painted. */
const painted = new Promise<void>((resolve) => {
  new PerformanceObserver((list, observer) => {
    if (list.getEntriesByName('first-contentful-paint').length === 0) return;
    observer.disconnect();
    resolve();
  }).observe({ type: 'paint', buffered: true });
  addEventListener('load', () => setTimeout(resolve, unreportedPaint), { once: true });
});

/**
 * Evaluates modules one after the other, each in a task of its own, so that a press between two of them is not kept
 * waiting. Resolves with the last one.
 */
async function evaluated(addresses: readonly string[]): Promise<Entry> {
  let last: unknown;
  for (const address of addresses) {
    last = await import(/* @vite-ignore */ address);
    await new Promise((resolve) => setTimeout(resolve));
  }
  return last as Entry;
}

/** Adds a stylesheet; resolves once it applies. */
function styled(link: HTMLLinkElement): Promise<unknown> {
  return new Promise((resolve, reject) => {
    link.onload = resolve;
    link.onerror = (error) => {
      link.remove();
      reject(error);
    };
    document.head.append(link);
  });
}

/**
 * Asks for everything that the document names in its template, all at once. Modules are preloaded and imported only from
 * the cache; a later one that the document wants at once is cached, and not waited for.
 */
async function loadRest(): Promise<Entry> {
  await parsed;
  const template = document.getElementById('rest') as HTMLTemplateElement;
  const links = [...document.importNode(template.content, true).querySelectorAll('link')];
  const modules = links.filter(({ rel }) => rel === 'modulepreload');
  const styles = links.filter(({ rel }) => rel === 'stylesheet');
  for (const link of links) if ('atOnce' in link.dataset) cacheFile(link).catch(() => undefined);
  await Promise.all([...styles.map(styled), ...modules.map(cacheFile)]);
  document.head.append(...modules);
  return evaluated(modules.map(({ href }) => href));
}

/** What the first screen tells about the press on its button. */
const told = { isStarting: false, isSlow: false, isOffline: false };
/** Help or Start was pressed: only then is a missing network anybody's business. */
let isWanted = false;
let isDrawn = false;

/** Shows what is told, on the button and in the status, which is read out. */
function show(change: Partial<typeof told>): void {
  const wasStarting = told.isStarting;
  Object.assign(told, change);
  const form = document.querySelector<HTMLFormElement>('.intro-start');
  const [button, label, status] = ['.swipe', '.swipe-label', '[role="status"]'].map((part) =>
    form?.querySelector<HTMLElement>(part),
  );
  if (isDrawn || !form || !button || !label || !status) return;
  const { swipe = '', starting = '', slow = '', offline = '' } = form.dataset;
  const isOffline = isWanted && told.isOffline;
  const text = told.isSlow ? slow : starting;
  button.ariaDisabled = told.isStarting ? 'true' : null;
  // Not at any other time: the page may come while a finger swipes.
  if (wasStarting && !told.isStarting) button.style.removeProperty('--swipe');
  label.textContent = told.isStarting ? text : swipe;
  status.textContent = isOffline ? offline : told.isStarting ? text : '';
  status.classList.toggle('visually-hidden', !isOffline);
}

let opening: Promise<OpenedPage> | undefined;

/** Opens the page, once; after a failure, the next call tries again. */
function openPage(): Promise<OpenedPage> {
  opening ??= loadRest().then(({ open }) => {
    show({ isOffline: false });
    return open(
      () => {
        isDrawn = true;
      },
      (isOffline) => show({ isOffline }),
    );
  });
  opening.catch(() => {
    opening = undefined;
  });
  return opening;
}

/** Milliseconds until files that could not be loaded are asked for again. */
const pauseMillis = 3000;

/** Ends the pause. */
let tryAgain = () => {};
whenOnline(() => tryAgain());

/** The page, however long its files take to come. */
async function pageAtLast(): Promise<OpenedPage> {
  isWanted = true;
  show({});
  for (;;) {
    try {
      return await openPage();
    } catch {
      show({ isOffline: true });
      await new Promise<void>((resolve) => {
        tryAgain = resolve;
        setTimeout(resolve, pauseMillis);
      });
    }
  }
}

/** Goes on to the form as soon as the page is there. */
async function start(): Promise<void> {
  if (told.isStarting) return;
  show({ isStarting: true });
  const timer = setTimeout(() => show({ isSlow: true }), slowAfterMillis);
  await pageAtLast()
    .then((page) => page.begin())
    .catch(() => undefined);
  clearTimeout(timer);
  show({ isStarting: false, isSlow: false });
}

addEventListener('submit', (event) => {
  if (isDrawn) return;
  event.preventDefault();
  void start();
});

addEventListener('click', async ({ target }) => {
  const help = (target as Element).closest<HTMLElement>('.header-help');
  if (isDrawn || !help) return;
  // Safari does not focus a pressed button, but the sheet must return the focus to it.
  help.focus();
  const page = await pageAtLast();
  page.showHelp();
});

void parsed.then(() => {
  const button = document.querySelector<HTMLButtonElement>('.swipe');
  if (button) swipeable(button);
});
painted.then(openPage).catch(() => undefined);

/**
 * The inline script of every document (`docs/decisions/first-screen.md`), bundled into one classic script. It loads the page's
 * modules after the first paint. Until the page replaces the prerendered screen, the script handles the buttons of that screen.
 */
import { whenOnline } from '../browser/when-online.ts';
import { slowAfterMillis, swipeable } from '../components/frame/swipeable.ts';
import { cacheFile } from '../lazy/cache-file.ts';
import type { OpenedPage } from './open-page.tsx';

type Entry = typeof import('./main.tsx');

/** Milliseconds after `load` until the script loads the page's modules in a browser that reports no first paint. */
const unreportedPaintMillis = 3000;

const parsed = new Promise<void>((resolve) => {
  addEventListener('DOMContentLoaded', () => resolve(), { once: true });
});

const painted = new Promise<void>((resolve) => {
  new PerformanceObserver((list, observer) => {
    if (list.getEntriesByName('first-contentful-paint').length === 0) return;
    observer.disconnect();
    resolve();
  }).observe({ type: 'paint', buffered: true });
  addEventListener('load', () => setTimeout(resolve, unreportedPaintMillis), { once: true });
});

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

/** Loads the page's styles and modules, and returns the entry module. Caches the lazy file marked `data-at-once`, if any. */
async function loadRest(): Promise<Entry> {
  await parsed;
  const template = document.getElementById('rest') as HTMLTemplateElement;
  const links = [...document.importNode(template.content, true).querySelectorAll('link')];
  const modules = links.filter(({ rel }) => rel === 'modulepreload');
  const styles = links.filter(({ rel }) => rel === 'stylesheet');
  for (const link of links) if ('atOnce' in link.dataset) cacheFile(link).catch(() => undefined);
  await Promise.all([...styles.map(styled), ...modules.map(cacheFile)]);
  document.head.append(...modules);
  let last: unknown;
  for (const { href } of modules) {
    last = await import(/* @vite-ignore */ href);
    // Evaluate each module in its own task, so the page can handle presses between two modules.
    await new Promise((resolve) => setTimeout(resolve));
  }
  return last as Entry;
}

const status = {
  isStarting: false,
  isSlow: false,
  isOffline: false,
  /** True once Help or Start was pressed. Before that, the screen does not say that there is no network. */
  isWanted: false,
  /** True once the page has replaced the prerendered screen. */
  isDrawn: false,
};

/** Changes the status. Shows it on the button and in the region that screen readers announce. */
function show(change: Partial<typeof status>): void {
  const wasStarting = status.isStarting;
  Object.assign(status, change);
  const form = document.querySelector<HTMLFormElement>('.intro-start');
  const [button, label, region] = ['.swipe', '.swipe-label', '[role="status"]'].map((part) =>
    form?.querySelector<HTMLElement>(part),
  );
  if (status.isDrawn || !form || !button || !label || !region) return;
  const { swipe = '', starting = '', slow = '', offline = '' } = form.dataset;
  const isOffline = status.isWanted && status.isOffline;
  const text = status.isSlow ? slow : starting;
  button.ariaDisabled = status.isStarting ? 'true' : null;
  // Move the thumb back only when `isStarting` becomes false. Other changes of `status` may happen during a swipe.
  if (wasStarting && !status.isStarting) button.style.removeProperty('--swipe');
  label.textContent = status.isStarting ? text : swipe;
  region.textContent = isOffline ? offline : status.isStarting ? text : '';
  region.classList.toggle('visually-hidden', !isOffline);
}

let opening: Promise<OpenedPage> | undefined;

/** Returns the page. The first call opens it. If opening it fails, the next call tries again. */
function openPage(): Promise<OpenedPage> {
  opening ??= loadRest().then(({ open }) => {
    show({ isOffline: false });
    return open(
      () => show({ isDrawn: true }),
      (isOffline) => show({ isOffline }),
    );
  });
  opening.catch(() => {
    opening = undefined;
  });
  return opening;
}

/** Milliseconds after a failed load until the script requests the files again. */
const pauseMillis = 3000;

let tryAgain = () => {};
whenOnline(() => tryAgain());

/** Opens the page, and tries again until that succeeds. */
async function openPageAtLast(): Promise<OpenedPage> {
  show({ isWanted: true });
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

async function start(): Promise<void> {
  if (status.isStarting) return;
  show({ isStarting: true });
  const timer = setTimeout(() => show({ isSlow: true }), slowAfterMillis);
  await openPageAtLast()
    .then((page) => page.begin())
    .catch(() => undefined);
  clearTimeout(timer);
  show({ isStarting: false, isSlow: false });
}

addEventListener('submit', (event) => {
  if (status.isDrawn) return;
  event.preventDefault();
  void start();
});

addEventListener('click', async ({ target }) => {
  const help = (target as Element).closest<HTMLElement>('.header-help');
  if (status.isDrawn || !help) return;
  // Safari does not focus a button when it is pressed, but the help sheet must return the focus to this button when it closes.
  help.focus();
  const page = await openPageAtLast();
  page.showHelp();
});

void parsed.then(() => {
  const button = document.querySelector<HTMLButtonElement>('.swipe');
  if (button) swipeable(button);
});
painted.then(openPage).catch(() => undefined);

/**
 * The inline script of every document (`docs/decisions/first-screen.md`). The document paints the first screen by itself.
 * Until the page's modules are there, this responds to its buttons and keeps what was pressed; and it asks for the
 * modules, but only once the screen is painted. The build puts it into one classic script.
 */
import { cacheFile } from '../cache-file.ts';
import { slowAfterMillis } from '../components/frame/slow-start.ts';
import { swipeable } from '../components/frame/swipeable.ts';
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

let opening: Promise<OpenedPage> | undefined;
let isDrawn = false;

/** Opens the page, once; after a failure, the next call tries again. */
function openPage(): Promise<OpenedPage> {
  opening ??= loadRest().then(({ open }) =>
    open(() => {
      isDrawn = true;
    }),
  );
  opening.catch(() => {
    opening = undefined;
  });
  return opening;
}

/** Shows on the button that the form is starting, or that it can be pressed again because the page could not be loaded. */
function show(form: HTMLFormElement, text: string, isStarting: boolean): void {
  const [button, label, status] = ['.swipe', '.swipe-label', '[role="status"]'].map((part) =>
    form.querySelector<HTMLElement>(part),
  );
  if (!button || !label || !status) return;
  button.ariaDisabled = isStarting ? 'true' : null;
  if (!isStarting) button.style.removeProperty('--swipe');
  label.textContent = text;
  status.textContent = isStarting ? text : (form.dataset['notLoaded'] ?? '');
  status.classList.toggle('visually-hidden', isStarting);
}

let isStarting = false;

/** Goes on to the form as soon as the page is there. */
async function start(form: HTMLFormElement): Promise<void> {
  if (isStarting || isDrawn) return;
  isStarting = true;
  const swipe = form.querySelector('.swipe-label')?.textContent ?? '';
  const { starting = '', slow = '' } = form.dataset;
  show(form, starting, true);
  const timer = setTimeout(() => show(form, slow, true), slowAfterMillis);
  try {
    const page = await openPage();
    await page.begin();
  } catch {
    show(form, swipe, false);
  }
  clearTimeout(timer);
  isStarting = false;
}

addEventListener('submit', (event) => {
  if (isDrawn) return;
  event.preventDefault();
  void start(event.target as HTMLFormElement);
});

addEventListener('click', ({ target }) => {
  if (isDrawn || !(target as Element).closest('.header-help')) return;
  openPage().then(
    (page) => page.showHelp(),
    () => undefined,
  );
});

void parsed.then(() => {
  const button = document.querySelector<HTMLButtonElement>('.swipe');
  if (button) swipeable(button);
});
painted.then(openPage).catch(() => undefined);

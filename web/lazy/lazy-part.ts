/** Parts of the page that are loaded when they are needed, or a little before, and the styles that come with them. */
import { useEffect, useState } from 'react';
import { whenOnline } from '../browser/when-online.ts';
import { cacheFile } from './cache-file.ts';

/** A part of the page that loads later. */
export interface LazyPart<T> {
  /** Loads it, unless it is there already. Rejects if it cannot be loaded; the next call tries again. */
  readonly load: () => Promise<T>;
  /** Undefined until it is loaded. */
  readonly loaded: () => T | undefined;
}

/** Caches the file of a module, where the document lists it; in development there is no list, and nothing is cached. */
async function cacheFileOf(module: string): Promise<void> {
  const list = document.querySelector<HTMLTemplateElement>('#rest')?.content;
  const link = list?.querySelector<HTMLLinkElement>(`link[data-module="${module}"]`);
  if (link) await cacheFile(link);
}

/**
 * A part of the page made of modules, whose files are cached before they are imported.
 * @param modules Their paths in the repository.
 * @param make Imports the modules.
 */
export function lazyPart<T>(modules: readonly string[], make: () => Promise<T>): LazyPart<T> {
  let loaded: T | undefined;
  let loading: Promise<T> | undefined;
  async function loadNow(): Promise<T> {
    await Promise.all(modules.map(cacheFileOf));
    loaded = await make();
    return loaded;
  }
  return {
    load: () => {
      loading ??= loadNow().catch((error) => {
        loading = undefined;
        throw error;
      });
      return loading;
    },
    loaded: () => loaded,
  };
}

/** Milliseconds until a part that could not be loaded is asked for again. */
const pauseMillis = 3000;

/** A part of the page as a component sees it. */
export interface LazyPartState<T> {
  /** Undefined until it is loaded. */
  readonly value: T | undefined;
  /** Whether the last attempt failed. Another follows by itself. */
  readonly failed: boolean;
  /** Whether no server has it any more, because the page has been renewed since: only a reload helps then. */
  readonly gone: boolean;
  /** Whether a server answered the last attempt with an error, so that the network is there. */
  readonly busy: boolean;
  /** Tries at once. */
  readonly retry: () => void;
}

/** Loads a part of the page once it is `wanted`, and tries until it is there, as soon as the network is back. */
export function useLazyPart<T>(part: LazyPart<T>, wanted = true): LazyPartState<T> {
  const [, setArrived] = useState<T>();
  const [failure, setFailure] = useState<string>();
  const [attempt, setAttempt] = useState(0);
  const value = part.loaded();
  const due = wanted && !value;
  const retry = () => setAttempt((before) => before + 1);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt loads once.
  useEffect(() => {
    if (!due) return;
    let left = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    part.load().then(
      (loaded) => left || setArrived(loaded),
      ({ message }: Error) => {
        if (left) return;
        setFailure(message);
        timer = setTimeout(retry, pauseMillis);
      },
    );
    return () => {
      left = true;
      clearTimeout(timer);
    };
  }, [part, due, attempt]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `retry` never reads what changes.
  useEffect(() => (due ? whenOnline(retry) : undefined), [due]);
  const why = due ? failure : undefined;
  return { value, failed: why !== undefined, gone: why === '404', busy: Number(why) > 0, retry };
}

/** Lays styles that came with a script over those of the document; the document's policy lets only scripts do so. */
export function adoptStyles(css: string): void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  document.adoptedStyleSheets.push(sheet);
}

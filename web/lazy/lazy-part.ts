/** Parts of the page that load when they are needed or shortly before, together with their styles. */
import { useEffect, useState } from 'react';
import { whenOnline } from '../browser/when-online.ts';
import { cacheFile } from './cache-file.ts';

/** A part of the page that loads later. */
export interface LazyPart<T> {
  /** Loads the part unless it is loaded. Rejects if it can't be loaded; the next call tries again. */
  readonly load: () => Promise<T>;
  /** Undefined until it is loaded. */
  readonly loaded: () => T | undefined;
}

/** Caches the file of a module if the document lists it. In development there is no list, and nothing is cached. */
async function cacheFileOf(module: string): Promise<void> {
  const list = document.querySelector<HTMLTemplateElement>('#rest')?.content;
  const link = list?.querySelector<HTMLLinkElement>(`link[data-module="${module}"]`);
  if (link) await cacheFile(link);
}

/**
 * Returns a part of the page made of modules, whose files are cached before they are imported.
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

/** Milliseconds before a failed load is tried again. */
const pauseMillis = 3000;

/** What a component knows of a part. */
export interface LazyPartState<T> {
  /** Undefined until it is loaded. */
  readonly value: T | undefined;
  /** Whether the last attempt failed. The next one follows automatically. */
  readonly failed: boolean;
  /** Whether no server has the file anymore, because a new release replaced it. Only a reload helps then. */
  readonly gone: boolean;
  /** Whether a server responded to the last attempt with an error, so the network works. */
  readonly busy: boolean;
  /** Tries at once. */
  readonly retry: () => void;
}

/** Loads a part once it is `wanted`. Retries until it is loaded, at once when the network is back. */
export function useLazyPart<T>(part: LazyPart<T>, wanted = true): LazyPartState<T> {
  const [failure, setFailure] = useState<{ readonly part: LazyPart<T>; readonly message: string }>();
  const [attempt, setAttempt] = useState(0);
  const value = part.loaded();
  const due = wanted && !value;
  const retry = () => setAttempt((before) => before + 1);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt loads once, and a loaded part is drawn.
  useEffect(() => {
    if (!due) return;
    let left = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    part.load().then(
      () => left || retry(),
      ({ message }: Error) => {
        if (left) return;
        setFailure({ part, message });
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
  // React keeps the state of a component that now shows another part.
  const why = due && failure?.part === part ? failure.message : undefined;
  return { value, failed: why !== undefined, gone: why === '404', busy: Number(why) > 0, retry };
}

/** Adds styles that came with a script to the document. Its policy allows only scripts to do so. */
export function adoptStyles(css: string): void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  document.adoptedStyleSheets.push(sheet);
}

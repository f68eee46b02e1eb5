/** Loads parts of the page, with their styles, when they are needed or shortly before. */
import { useEffect, useState } from 'react';
import { whenOnline } from '../browser/when-online.ts';
import { cacheFile } from './cache-file.ts';

export type LazyPart<T> = ReturnType<typeof lazyPart<T>>;

/** Returns a part of the page. Its `load` caches the file whose name begins with `name`, then calls `make`. */
export function lazyPart<T>(name: string, make: () => Promise<T>) {
  let loaded: T | undefined;
  let loading: Promise<T> | undefined;
  async function loadNow(): Promise<T> {
    // In development, the document lists no files, so nothing is cached.
    const list = document.querySelector<HTMLTemplateElement>('#rest')?.content;
    const link = list?.querySelector<HTMLLinkElement>(`[href*="/${name}-"]`);
    if (link) await cacheFile(link);
    loaded = await make();
    return loaded;
  }
  return {
    /** Loads the part if it is not loaded yet. Rejects if loading fails; the next call tries again. */
    load: (): Promise<T> => {
      loading ??= loadNow().catch((error) => {
        loading = undefined;
        throw error;
      });
      return loading;
    },
    /** Returns the part; undefined until it is loaded. */
    loaded: () => loaded,
  };
}

/** Milliseconds between a failed attempt to load a part and the next attempt. */
const pauseMillis = 3000;

/** Loads a part once it is `wanted`, and tries again after a pause or when the network is back. */
export function useLazyPart<T>(part: LazyPart<T>, wanted = true) {
  const [failure, setFailure] = useState<{ readonly part: LazyPart<T>; readonly message: string }>();
  const [attempt, setAttempt] = useState(0);
  const value = part.loaded();
  const due = wanted && !value;
  const retry = () => setAttempt((before) => before + 1);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `attempt` starts a new load, and a redraw once the part is loaded.
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
  // biome-ignore lint/correctness/useExhaustiveDependencies: `retry` reads no value that changes.
  useEffect(() => (due ? whenOnline(retry) : undefined), [due]);
  // If `part` has changed since the last render, React still keeps the previous part's failure. Ignore that failure.
  const why = due && failure?.part === part ? failure.message : undefined;
  return {
    value,
    /** True if the last attempt failed. The next attempt follows automatically. */
    failed: why !== undefined,
    /** True if the server responded with 404, because a new release has replaced the file. Only a reload helps then. */
    gone: why === '404',
    /** True if the server responded to the last attempt with an error, so the network works. */
    busy: Number(why) > 0,
    retry,
  };
}

/** Adds styles to the document, whose Content Security Policy does not allow a new `<style>` element. */
export function adoptStyles(css: string): void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  document.adoptedStyleSheets.push(sheet);
}

/** Parts of the page that load when they are needed or shortly before, together with their styles. */
import { useEffect, useState } from 'react';
import { whenOnline } from '../browser/when-online.ts';
import { cacheFile } from './cache-file.ts';

/** A part of the page that loads later. */
export type LazyPart<T> = ReturnType<typeof lazyPart<T>>;

/** Returns a part of the page. The file of its module, a path in the repository, is cached before the import. */
export function lazyPart<T>(module: string, make: () => Promise<T>) {
  let loaded: T | undefined;
  let loading: Promise<T> | undefined;
  async function loadNow(): Promise<T> {
    // In development the document lists no files, and nothing is cached.
    const list = document.querySelector<HTMLTemplateElement>('#rest')?.content;
    const link = list?.querySelector<HTMLLinkElement>(`link[data-module="${module}"]`);
    if (link) await cacheFile(link);
    loaded = await make();
    return loaded;
  }
  return {
    /** Loads the part unless it is loaded. Rejects if it can't be loaded; the next call tries again. */
    load: (): Promise<T> => {
      loading ??= loadNow().catch((error) => {
        loading = undefined;
        throw error;
      });
      return loading;
    },
    /** Returns undefined until the part is loaded. */
    loaded: () => loaded,
  };
}

/** Milliseconds before a failed load is tried again. */
const pauseMillis = 3000;

/** Loads a part once it is `wanted`. Retries until it is loaded, at once when the network is back. */
export function useLazyPart<T>(part: LazyPart<T>, wanted = true) {
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
  return {
    /** Undefined until it is loaded. */
    value,
    /** Whether the last attempt failed. The next one follows automatically. */
    failed: why !== undefined,
    /** Whether no server has the file anymore, because a new release replaced it. Only a reload helps then. */
    gone: why === '404',
    /** Whether a server responded to the last attempt with an error, so the network works. */
    busy: Number(why) > 0,
    /** Tries at once. */
    retry,
  };
}

/** Adds styles that came with a script to the document. Its policy allows only scripts to do so. */
export function adoptStyles(css: string): void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  document.adoptedStyleSheets.push(sheet);
}

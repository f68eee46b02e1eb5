/**
 * Measures the time from a user action to the frame that shows its result. The time begins with the browser's time stamp of the
 * event, and ends when the main thread has painted that frame.
 */
import type { Page } from 'playwright-core';

/** The members that `watchPaints` adds to a page's window. */
interface PaintWatch {
  /** Calls `tell` with the current time once the next frame is painted. */
  readonly afterPaint: (tell: (at: number) => void) => void;
  /** The measured milliseconds, or undefined if the action changes nothing. */
  took?: Promise<number | undefined>;
}

/** Adds `PaintWatch` to all documents that the page opens from now on. */
export async function watchPaints(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const afterPaint: PaintWatch['afterPaint'] = (tell) =>
      requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => tell(performance.now());
        port2.postMessage(undefined);
      });
    Object.assign(window, { afterPaint });
  });
}

/** Performs an action and returns the milliseconds that the page measured. The page must already be waiting for the action. */
async function measured(page: Page, press: () => Promise<void>): Promise<number | undefined> {
  await press();
  return page.evaluate(() => (window as unknown as PaintWatch).took);
}

/**
 * Returns the milliseconds from a press until a screen with a different heading is painted. Waits for that screen without a
 * timeout.
 * @param press Presses a button with the pointer.
 */
export async function pressToPaint(page: Page, press: () => Promise<void>): Promise<number> {
  await page.evaluate(() => {
    const watch = window as unknown as PaintWatch;
    const heading = () => document.querySelector('h1')?.textContent;
    const before = heading();
    watch.took = new Promise((resolve) => {
      const whenPressed = ({ timeStamp }: Event) => {
        const observer = new MutationObserver(() => {
          if (heading() === before || heading() === undefined) return;
          observer.disconnect();
          watch.afterPaint((at) => resolve(at - timeStamp));
        });
        observer.observe(document, { subtree: true, childList: true, characterData: true });
      };
      addEventListener('click', whenPressed, { capture: true, once: true });
    });
  });
  return (await measured(page, press)) ?? 0;
}

/**
 * Returns the milliseconds from a key press until the last paint of the list of results, or undefined if the list does not
 * change.
 * @param press Presses the key.
 */
export async function keyToPaint(page: Page, press: () => Promise<void>): Promise<number | undefined> {
  await page.evaluate(() => {
    /** The list counts as complete after this many milliseconds without a change. */
    const quietMillis = 300;
    const watch = window as unknown as PaintWatch;
    const list = '[role="listbox"]';
    const holdsList = (node: Node) =>
      node instanceof Element && (node.matches(list) || node.querySelector(list) !== null);
    const isOfList = ({ target, addedNodes }: MutationRecord) => {
      const element = target instanceof Element ? target : target.parentElement;
      return Boolean(element?.closest(list)) || [...addedNodes].some(holdsList);
    };
    watch.took = new Promise((resolve) => {
      const whenPressed = ({ timeStamp }: Event) => {
        let took: number | undefined;
        let awaitedFrames = 0;
        let quiet: ReturnType<typeof setTimeout> | undefined;
        const observer = new MutationObserver((records) => {
          if (!records.some(isOfList)) return;
          awaitedFrames += 1;
          watch.afterPaint((at) => {
            took = at - timeStamp;
            awaitedFrames -= 1;
            settle();
          });
        });
        const settle = () => {
          clearTimeout(quiet);
          quiet = setTimeout(() => {
            if (awaitedFrames > 0) return;
            observer.disconnect();
            resolve(took);
          }, quietMillis);
        };
        observer.observe(document, { subtree: true, childList: true, characterData: true });
        settle();
      };
      addEventListener('keydown', whenPressed, { capture: true, once: true });
    });
  });
  return measured(page, press);
}

/**
 * Measures how long a page takes from a user action to the frame that shows its result: from the browser's time stamp of the
 * event to the moment at which the main thread has painted the frame.
 */
import type { Page } from 'playwright-core';

/** The members that `watchPaints` adds to a page. */
interface PaintWatch {
  /** Calls back with the current time once the next frame is painted. */
  readonly afterPaint: (tell: (at: number) => void) => void;
  /** The measured milliseconds; undefined if nothing changes. */
  took?: Promise<number | undefined>;
}

/** Prepares the documents that the page opens from now on. */
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

/** Performs an action on a page that is prepared to measure it. */
async function measured(page: Page, press: () => Promise<void>): Promise<number | undefined> {
  await press();
  return page.evaluate(() => (window as unknown as PaintWatch).took);
}

/**
 * Returns the milliseconds from a press to a painted screen with another heading. Waits for that screen without a timeout.
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
 * Returns the milliseconds from a key to the last paint of the list of results; undefined if the list does not change.
 * @param press Presses the key.
 */
export async function keyToPaint(page: Page, press: () => Promise<void>): Promise<number | undefined> {
  await page.evaluate(() => {
    /** The list is complete when it has not changed for this long. */
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

/** Records presses on a page, so that a failed test shows whether a press arrived, when, and on which element. */
import type { BrowserContext, Page } from 'playwright-core';

/** Records the last presses on each page that this browser context opens from now on. */
export async function recordPresses(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    const mostKept = 40;
    const presses: string[] = [];
    const note = (event: Event) => {
      const { type, timeStamp, target, isTrusted } = event;
      if (!isTrusted || !(target instanceof Element)) return;
      const { tagName, id, className } = target;
      const { clientX, clientY } = event as MouseEvent;
      const { top, height } = target.getBoundingClientRect();
      const place = `(${clientX}, ${clientY}) on ${tagName}#${id}.${className} at ${top} to ${top + height}`;
      presses.push(`${Math.round(timeStamp)} ms ${type} ${place}, scrolled ${scrollY}`);
      if (presses.length > mostKept) presses.shift();
    };
    for (const type of ['pointerdown', 'pointerup', 'pointercancel', 'mousedown', 'mouseup', 'click'])
      window.addEventListener(type, note, { capture: true, passive: true });
    Object.assign(window, { recentPresses: presses });
  });
}

/** Returns the last presses on this page, one per line. */
export async function recentPresses(page: Page): Promise<string> {
  const presses = await page.evaluate(() => (window as { recentPresses?: string[] }).recentPresses ?? []);
  return `${presses.join('\n')}\n`;
}

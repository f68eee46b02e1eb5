/**
 * Checks the order of the tab stops, and how the focus is shown to keyboard users. Each check returns its findings as sentences.
 */
import type { Page } from 'playwright-core';

/**
 * Finds focus rings and halos that overlap a text or another control, or that are cut off. For a control in a `.row`, the row
 * shows the ring.
 */
export async function coveringHalos(page: Page): Promise<readonly string[]> {
  // Presses a key first. The browser then also shows focus rings (`:focus-visible`) when a script moves the focus.
  await page.keyboard.press('Shift+Tab');
  return page.evaluate(() => {
    const top = [...document.querySelectorAll('dialog:modal')].at(-1) ?? document.body;
    const isShown = (element: Element) =>
      element.checkVisibility({ checkOpacity: true, checkVisibilityCSS: true }) &&
      !element.closest('.visually-hidden');
    const focusable = 'a[href], button, input, select, summary, [tabindex="0"]';
    const controls = [...top.querySelectorAll<HTMLElement>(focusable)].filter(isShown);
    const nameOf = (element: Element) => {
      const text = element.getAttribute('aria-label') ?? (element.textContent || element.id);
      return `${element.tagName.toLowerCase()} “${text.trim().slice(0, 40)}”`;
    };
    const range = document.createRange();
    const linesOf = (text: Node) => {
      range.selectNodeContents(text);
      return [...range.getClientRects()];
    };
    const textNodes: Node[] = [];
    const walker = document.createTreeWalker(top, NodeFilter.SHOW_TEXT);
    for (let text = walker.nextNode(); text; text = walker.nextNode())
      if (text.nodeValue?.trim() && text.parentElement && isShown(text.parentElement)) textNodes.push(text);
    /** Overlap in pixels that is too small to notice. */
    const tolerance = 1;
    const overlap = (a: DOMRect, b: DOMRect) =>
      Math.min(a.right, b.right) - Math.max(a.left, b.left) > tolerance &&
      Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > tolerance;
    /** Returns the part of a box that is not scrolled out of view. */
    const inSight = (rect: DOMRect, element: Element | null) => {
      let { left, right, top: upper, bottom } = rect;
      for (let parent = element; parent && parent !== document.body; parent = parent.parentElement) {
        const { overflowX, overflowY } = getComputedStyle(parent);
        if (overflowX === 'visible' && overflowY === 'visible') continue;
        const room = parent.getBoundingClientRect();
        [left, right] = [Math.max(left, room.left), Math.min(right, room.right)];
        [upper, bottom] = [Math.max(upper, room.top), Math.min(bottom, room.bottom)];
      }
      return new DOMRect(left, upper, Math.max(right - left, 0), Math.max(bottom - upper, 0));
    };
    /** Returns whether an element has a border or a background that a ring could cover. Texts are checked separately. */
    const isDrawn = (element: Element) => {
      const { backgroundColor, borderTopWidth } = getComputedStyle(element);
      return borderTopWidth !== '0px' || !/, 0\)$/.test(backgroundColor);
    };
    const trouble: string[] = [];
    for (const control of controls) {
      control.focus();
      if (document.activeElement !== control) continue;
      const shape = control.closest('.row') ?? control;
      const style = getComputedStyle(shape);
      const ring =
        style.outlineStyle === 'none'
          ? 0
          : Number.parseFloat(style.outlineWidth) + Number.parseFloat(style.outlineOffset);
      // Chromium serializes a shadow as color, x, y, blur and spread, followed by `inset` if the shadow is inset.
      const halo = /inset/.test(style.boxShadow) ? 0 : Number(/ ([\d.]+)px$/.exec(style.boxShadow)?.[1] ?? 0);
      const reach = Math.max(ring, halo);
      if (reach <= 0) continue;
      const boxes = [...shape.getClientRects()].map(
        ({ left, top: upper, width, height }) =>
          new DOMRect(left - reach, upper - reach, width + 2 * reach, height + 2 * reach),
      );
      const reaches = (rect: DOMRect, of: Element | null) =>
        boxes.some((box) => overlap(box, rect) && overlap(box, inSight(rect, of)));
      // The dollar sign before an amount is inside the field. The field's focus ring is outside, so it cannot cover the sign.
      const isInside = (line: DOMRect) =>
        [...shape.getClientRects()].some(
          ({ left, right, top: upper, bottom }) =>
            line.left >= left && line.right <= right && line.top >= upper && line.bottom <= bottom,
        );
      const others = controls.filter((other) => !shape.contains(other) && !other.contains(shape));
      for (const other of others.filter(isDrawn))
        if (reaches(other.getBoundingClientRect(), other.parentElement))
          trouble.push(`${nameOf(control)} reaches into ${nameOf(other)}`);
      // The focus ring of a link in a sentence may touch the rest of the sentence.
      const sentence = /^inline(-block)?$/.test(style.display) ? shape.parentElement : null;
      for (const text of textNodes)
        if (
          !shape.contains(text) &&
          !sentence?.contains(text) &&
          linesOf(text).some((line) => !isInside(line) && reaches(line, text.parentElement))
        )
          trouble.push(`${nameOf(control)} reaches into “${text.nodeValue?.trim().slice(0, 40)}”`);
      for (
        let parent = shape.parentElement;
        parent && parent !== document.body;
        parent = parent.parentElement
      ) {
        const { overflowX, overflowY } = getComputedStyle(parent);
        if (overflowX === 'visible' && overflowY === 'visible') continue;
        const room = parent.getBoundingClientRect();
        if (boxes.some(({ left, right }) => left < room.left - tolerance || right > room.right + tolerance))
          trouble.push(
            `${nameOf(control)} is cut off by ${parent.tagName.toLowerCase()}.${parent.className}`,
          );
      }
      if (boxes.some(({ left, right }) => left < -tolerance || right > innerWidth + tolerance))
        trouble.push(`${nameOf(control)} is cut off by the window`);
    }
    return trouble;
  });
}

/**
 * Finds tab stops that are out of visual order: they are above the previous stop, or have a positive `tabindex`. The window must
 * show the whole page.
 */
export function strayOrder(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    const top = [...document.querySelectorAll('dialog:modal')].at(-1) ?? document.body;
    const stops = [
      ...top.querySelectorAll<HTMLElement>('a[href], button, input, select, summary, [tabindex]'),
    ].filter(
      (element) =>
        element.tabIndex >= 0 &&
        !element.matches(':disabled') &&
        element.checkVisibility({ checkOpacity: true, checkVisibilityCSS: true }),
    );
    const nameOf = (element: Element) =>
      `${element.tagName.toLowerCase()} “${(element.getAttribute('aria-label') ?? (element.textContent || element.id)).trim().slice(0, 40)}”`;
    /** Returns the scrolling or fixed container of an element. Only positions in the same container are compared. */
    const placeOf = (element: Element) => {
      for (let parent: Element | null = element; parent && parent !== top; parent = parent.parentElement) {
        const { position, overflowY } = getComputedStyle(parent);
        if (position === 'fixed' || (parent !== element && overflowY !== 'visible')) return parent;
      }
      return top;
    };
    const byHand = stops
      .filter(({ tabIndex }) => tabIndex > 0)
      .map((stop) => `${nameOf(stop)} has a positive tabindex`);
    const upwards = stops.flatMap((stop, index) => {
      const before = stops[index - 1];
      if (!before) return [];
      // The Help button is next to the label, above the input, but it correctly follows the input in the tab order. In the same
      // way, the button that removes a person is above the bottom bar, but follows Next.
      if ([stop, before].some((element) => element.matches('.help-button, .bottom-bar ~ *'))) return [];
      if (before.contains(stop) || placeOf(stop) !== placeOf(before)) return [];
      const isAbove = stop.getBoundingClientRect().bottom <= before.getBoundingClientRect().top;
      return isAbove ? [`${nameOf(stop)} comes after ${nameOf(before)}, but is above it`] : [];
    });
    return [...byHand, ...upwards];
  });
}

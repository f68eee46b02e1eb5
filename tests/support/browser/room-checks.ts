/**
 * Checks that a page's content fits the window, with large text and on small phones. Each check returns its findings as
 * sentences.
 */
import type { Page } from 'playwright-core';

/**
 * Finds words that are broken across two lines. A line may break after a hyphen or slash in a word, and anywhere in email
 * addresses, file names and numbers.
 */
export function brokenWords(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    const top = [...document.querySelectorAll('dialog:modal')].at(-1) ?? document.body;
    const texts = document.createTreeWalker(top, NodeFilter.SHOW_TEXT);
    const broken = new Set<string>();
    const range = document.createRange();
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      const parent = text.parentElement;
      if (!parent?.checkVisibility({ checkVisibilityCSS: true }) || parent.closest('.visually-hidden, svg'))
        continue;
      // Skips texts that fit on one line.
      range.selectNodeContents(text);
      if (new Set([...range.getClientRects()].map(({ top: y }) => Math.round(y))).size < 2) continue;
      const value = text.nodeValue ?? '';
      // Replaces email addresses, file names and numbers with spaces of the same length, so that positions stay the same.
      const words = value.replaceAll(/\S*(?:[@_\d]|\w\.\w)\S*/g, (skipped) => ' '.repeat(skipped.length));
      for (const { 0: word, index } of words.matchAll(/[^\s\u00ad\u200b/–—-]+/g)) {
        range.setStart(text, index);
        range.setEnd(text, index + word.length);
        const lines = new Set([...range.getClientRects()].map(({ top: y }) => Math.round(y)));
        if (lines.size > 1)
          broken.add(`${parent.tagName.toLowerCase()}.${parent.className} breaks “${word}”`);
      }
    }
    return [...broken];
  });
}

/**
 * Finds controls that are covered, for example by the bottom bar, although they have the focus and the browser has scrolled them
 * into view. Skips controls that are too tall for the window.
 */
export async function coveredFocus(page: Page): Promise<readonly string[]> {
  const before = await page.evaluateHandle(() => document.activeElement);
  // Removes the focus first, which closes lists that are open only while they have the focus.
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
  return page.evaluate((last) => {
    const top = [...document.querySelectorAll('dialog:modal')].at(-1) ?? document.body;
    const [x, y] = [scrollX, scrollY];
    const controls = [
      ...top.querySelectorAll<HTMLElement>('a[href], button, input, select, summary, [tabindex="0"]'),
    ].filter(({ tabIndex }) => tabIndex >= 0);
    /** Returns the height of the container in which the element scrolls. */
    const roomFor = ({ parentElement }: Element): number => {
      if (!parentElement || parentElement === document.body) return innerHeight;
      const { scrollHeight, clientHeight } = parentElement;
      const scrolls = getComputedStyle(parentElement).overflowY !== 'visible' && scrollHeight > clientHeight;
      return scrolls ? clientHeight : roomFor(parentElement);
    };
    const covered = controls.flatMap((control) => {
      if (!control.checkVisibility({ checkOpacity: true, checkVisibilityCSS: true })) return [];
      // Removes the focus first, because the browser does not scroll to a control that already has the focus.
      if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
      control.focus();
      if (document.activeElement !== control) return [];
      // Checks only the icon of an icon button, because nothing else of the button is visible.
      const icon = control.textContent ? null : control.querySelector('.icon');
      const shape = control.closest('.row') ?? icon ?? control;
      const { left, right, top: upper, bottom } = shape.getBoundingClientRect();
      if (bottom - upper > Math.min(innerHeight / 2, roomFor(control))) return [];
      const hits = [upper + 3, (upper + bottom) / 2, bottom - 3].map((at) =>
        document.elementFromPoint((Math.max(left, 0) + Math.min(right, innerWidth)) / 2, at),
      );
      const over = hits.find((hit) => !hit || !(shape.contains(hit) || hit.contains(shape)));
      const name = `${control.tagName.toLowerCase()}#${control.id} “${(control.textContent ?? '').trim().slice(0, 40)}”`;
      if (over === undefined) return [];
      return [
        over === null
          ? `${name} is out of the window`
          : `${name} is covered by ${over.tagName}.${over.className}`,
      ];
    });
    if (last instanceof HTMLElement) last.focus({ preventScroll: true });
    scrollTo({ left: x, top: y, behavior: 'instant' });
    return covered;
  }, before);
}

/**
 * Finds a main button in the wrong place or of the wrong height. On every screen, it must be 56 to 64 px high, and 12 px above
 * the window's bottom edge. Scrolls the page to the top.
 */
export function strayNext(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    const next = document.querySelector('.bottom-bar .button:not(.button--quiet)');
    if (!next || document.querySelector('dialog:modal')) return [];
    scrollTo({ top: 0, behavior: 'instant' });
    const { bottom, height } = next.getBoundingClientRect();
    const above = Math.round(innerHeight - bottom);
    const isThere = above === 12 && height >= 56 && height <= 64;
    return isThere ? [] : [`“${next.textContent}”, ${height} px high, ends ${above} px above the edge`];
  });
}

/**
 * Finds pages and dialogs that give no sign of more content below the window's lower edge: no main button is in view, and no
 * content crosses the edge or ends close to it. The main button of a bottom bar must be in view, unless an error summary or
 * suggestions push it away.
 */
export function hiddenRest(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    const dialog = [...document.querySelectorAll('dialog:modal')].at(-1);
    const scrolls = (element: Element) =>
      element.scrollHeight > element.clientHeight + 4 &&
      (element === document.documentElement || /auto|scroll/.test(getComputedStyle(element).overflowY));
    const all = dialog ? [dialog, ...dialog.querySelectorAll('*')] : [document.documentElement];
    /** Distance in pixels above the lower edge. Content that ends this close to the edge suggests that more follows below. */
    const close = 24;
    return all.filter(scrolls).flatMap((scroller) => {
      scroller.scrollTop = 0;
      const edge = Math.min(innerHeight, scroller.getBoundingClientRect().bottom);
      const inView = (element: Element) => {
        const { left, right, top: upper, bottom } = element.getBoundingClientRect();
        const hit = document.elementFromPoint((left + right) / 2, (upper + bottom) / 2);
        return bottom <= innerHeight && hit !== null && element.contains(hit);
      };
      const next = dialog ? null : document.querySelector('.bottom-bar .button:not(.button--quiet)');
      const isPushedAway = document.querySelector('.error-summary, .suggestions') !== null;
      if (next && !isPushedAway) return inView(next) ? [] : [`“${next.textContent}” is out of sight`];
      const around = dialog ?? document;
      if ([...around.querySelectorAll('.button:not(.button--quiet), .swipe')].some(inView)) return [];
      // If the last part of the screen is in view, only the footer follows. It needs no sign, because it is on every screen.
      const last = dialog ? null : document.querySelector('main')?.lastElementChild;
      if (last && last.getBoundingClientRect().bottom <= edge) return [];
      const range = document.createRange();
      const texts = document.createTreeWalker(scroller, NodeFilter.SHOW_TEXT);
      for (let text = texts.nextNode(); text; text = texts.nextNode()) {
        if (!text.nodeValue?.trim() || !text.parentElement?.checkVisibility()) continue;
        range.selectNodeContents(text);
        const lines = [...range.getClientRects()];
        if (lines.some(({ top: upper, bottom }) => upper < edge && bottom > edge - close)) return [];
      }
      const grounds = [scroller, document.body].map((element) => getComputedStyle(element).backgroundColor);
      const cut = [...scroller.querySelectorAll('*')].some((element) => {
        const { top: upper, bottom } = element.getBoundingClientRect();
        const { borderBlockStartWidth, borderBlockEndWidth, backgroundColor } = getComputedStyle(element);
        const isColored = !/, 0\)$/.test(backgroundColor) && !grounds.includes(backgroundColor);
        const isOutlined = borderBlockStartWidth !== '0px' || borderBlockEndWidth !== '0px';
        return (isOutlined || isColored) && upper < edge - 2 && bottom > edge + 2;
      });
      return cut
        ? []
        : [`${scroller.tagName.toLowerCase()}.${scroller.className} does not show that it continues below`];
    });
  });
}

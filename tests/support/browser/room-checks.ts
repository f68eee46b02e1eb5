/** Whether there is room for what a page shows, in large text and on small phones. Each says what is wrong, in words. */
import type { Page } from 'playwright-core';

/**
 * Words that are broken inside at the end of a line. A word may be broken behind its hyphen or slash; addresses of mail,
 * names of files and long numbers may be broken anywhere, because nobody reads them as words.
 */
export function brokenWords(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    const top = document.querySelector('dialog:modal') ?? document.body;
    const texts = document.createTreeWalker(top, NodeFilter.SHOW_TEXT);
    const broken = new Set<string>();
    const range = document.createRange();
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      const parent = text.parentElement;
      if (!parent?.checkVisibility({ checkVisibilityCSS: true }) || parent.closest('.visually-hidden, svg'))
        continue;
      // Of two lines the second begins lower than the first: a single line has no broken word.
      range.selectNodeContents(text);
      if (new Set([...range.getClientRects()].map(({ top: y }) => Math.round(y))).size < 2) continue;
      for (const { 0: word, index } of (text.nodeValue ?? '').matchAll(/[^\s\u00ad\u200b/–—-]+/g)) {
        if (/[@_\d]|\w\.\w/.test(word)) continue;
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
 * Controls that something lies over once they have the focus and the browser has brought them into view, such as the bar
 * at the bottom. What is higher than the room for it is passed by.
 */
export function coveredFocus(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    const top = document.querySelector('dialog:modal') ?? document.body;
    const before = document.activeElement;
    const [x, y] = [scrollX, scrollY];
    const controls = [
      ...top.querySelectorAll<HTMLElement>('a[href], button, input, select, summary, [tabindex="0"]'),
    ];
    const covered = controls.flatMap((control) => {
      if (!control.checkVisibility({ checkOpacity: true, checkVisibilityCSS: true })) return [];
      // What has the focus already would not be brought into view.
      if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
      control.focus();
      if (document.activeElement !== control) return [];
      const shape = control.closest('.row') ?? control;
      const { left, right, top: upper, bottom } = shape.getBoundingClientRect();
      if (bottom - upper > innerHeight / 2) return [];
      const hits = [upper + 3, (upper + bottom) / 2, bottom - 3].map((at) =>
        document.elementFromPoint((left + right) / 2, at),
      );
      const over = hits.find((hit) => !hit || !(shape.contains(hit) || hit.contains(shape)));
      const name = `${control.tagName.toLowerCase()}#${control.id} “${(control.textContent ?? '').trim().slice(0, 40)}”`;
      if (over === undefined) return [];
      return [
        over === null
          ? `${name} is out of the window`
          : `${name} lies under ${over.tagName}.${over.className}`,
      ];
    });
    if (before instanceof HTMLElement) before.focus({ preventScroll: true });
    scrollTo({ left: x, top: y, behavior: 'instant' });
    return covered;
  });
}

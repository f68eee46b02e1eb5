/** Simulates how a browser translates the page, and finds parts of the page that a translation could break. */
import type { Page } from 'playwright-core';

/**
 * Translates the page as browsers do: wraps each text node in `<font><font>`, including nodes that appear or change later. The
 * texts stay the same, so that tests still find them. The seed decides for each node whether to skip it, whether to put the node
 * itself or a copy into the elements, and whether to do so immediately or up to 0.4 s later. The seed also decides whether texts
 * that the page changes are translated again. Elements marked `translate="no"` stay unchanged.
 */
export async function translate(page: Page, seed: number): Promise<void> {
  await page.addInitScript((pageSeed) => {
    let state = pageSeed;
    /** Returns the next number of the seeded sequence (mulberry32), from 0 to 1. */
    function random(): number {
      state = (state + 0x6d2b79f5) | 0;
      let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
      mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
      return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
    }
    const [shareReplaced, shareLeftOut, shareLate] = [random(), random() / 3, random()];
    const repeats = random() < 0.7;
    const done = new WeakSet<Node>();

    const isTranslatable = ({ parentElement: parent }: Text) =>
      parent !== null &&
      parent.nodeName !== 'FONT' &&
      !parent.closest('head, script, style, template, textarea, [translate="no"]');

    function wrap(text: Text): void {
      if (!text.isConnected || !isTranslatable(text)) return;
      const outer = document.createElement('font');
      const inner = outer.appendChild(document.createElement('font'));
      text.replaceWith(outer);
      inner.append(random() < shareReplaced ? document.createTextNode(text.data) : text);
    }

    function translateText(text: Text): void {
      if (text.data === '' || !isTranslatable(text) || done.has(text)) return;
      if (!repeats) done.add(text);
      if (random() < shareLeftOut) return;
      if (random() < shareLate) setTimeout(() => wrap(text), random() * 400);
      else wrap(text);
    }

    function translateIn(root: Node): void {
      const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
      const texts = root instanceof Text ? [root] : [];
      while (walker.nextNode()) texts.push(walker.currentNode as Text);
      for (const text of texts) translateText(text);
    }

    new MutationObserver((changes) => {
      for (const { type, target, addedNodes } of changes)
        if (type === 'characterData') translateIn(target);
        else for (const added of addedNodes) translateIn(added);
    }).observe(document, { childList: true, characterData: true, subtree: true });
  }, seed);
}

/** The properties of a fiber that this file uses. A fiber is React's internal record of an element or a text. */
interface Fiber {
  readonly tag: number;
  readonly child: Fiber | null;
  readonly sibling: Fiber | null;
  readonly memoizedProps: unknown;
  readonly stateNode: unknown;
}

/**
 * Finds texts that a translator could break because they are not the only child of their element. Also finds elements whose text
 * differs from the text that React has rendered.
 */
export function untranslatable(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    const elementTag = 5;
    const textTag = 6;
    const roots = [...document.querySelectorAll('div')].flatMap((container) => {
      const key = Object.keys(container).find((name) => name.startsWith('__reactContainer$'));
      const fiber = key && (container as unknown as Record<string, Fiber | null>)[key];
      return fiber ? [(fiber.stateNode as { readonly current: Fiber }).current] : [];
    });

    /** @param isServed True inside an element whose complete HTML comes from the server. The texts in it never change. */
    function troubleIn(fiber: Fiber | null, isServed: boolean): string[] {
      if (!fiber) return [];
      const { tag, stateNode, memoizedProps } = fiber;
      const found: string[] = [];
      let servesText = isServed;
      if (tag === textTag && !isServed) found.push(`loose text: “${String(memoizedProps)}”`);
      if (tag === elementTag) {
        const element = stateNode as Element;
        servesText ||= element.matches('.served-text');
        const { children } = memoizedProps as { readonly children?: unknown };
        const isText = typeof children === 'string' || typeof children === 'number';
        if (isText && element.textContent !== String(children))
          found.push(`“${element.textContent}” is shown for “${children}”`);
      }
      return [...found, ...troubleIn(fiber.child, servesText), ...troubleIn(fiber.sibling, isServed)];
    }
    return roots.flatMap((root) => troubleIn(root.child, false));
  });
}

/** Checks that apply to any page. Each check returns its findings as sentences. */
import type { Page } from 'playwright-core';

/**
 * Finds targets smaller than 24 px (WCAG 2.5.8), main controls less than 48 px high (A5), and large radio buttons less than 80 px
 * high. Ignores links in a sentence.
 */
export function smallTargets(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    const top = [...document.querySelectorAll('dialog:modal')].at(-1) ?? document.body;
    const isShown = (element: Element) =>
      element.checkVisibility({ checkOpacity: true, checkVisibilityCSS: true }) &&
      !element.closest('[aria-hidden="true"], .visually-hidden');
    const isInSentence = (element: Element) =>
      element.tagName === 'A' &&
      getComputedStyle(element).display === 'inline' &&
      (element.parentElement?.textContent ?? '').trim() !== (element.textContent ?? '').trim();
    const isMain = (element: Element) =>
      element.matches('.button, .control, .swipe, .summary-row, .row:has(> input), select');
    const targets = [
      ...top.querySelectorAll('a[href], button, input, select, textarea, summary, [role="option"]'),
    ].filter((element) => isShown(element) && !isInSentence(element));
    return targets.flatMap((element) => {
      // A checkbox can be pressed anywhere on its row.
      const target = element.matches('[type="radio"], [type="checkbox"]')
        ? (element.closest('label') ?? element)
        : element;
      const { width, height } = target.getBoundingClientRect();
      const name = (target.textContent || element.getAttribute('aria-label') || element.id).trim();
      const size = `${element.tagName.toLowerCase()} “${name}” ${Math.round(width)} × ${Math.round(height)}`;
      if (width < 24 || height < 24) return [`below 24 px: ${size}`];
      if (target.matches('[data-large] > .row') && height < 80) return [`below 80 px: ${size}`];
      return isMain(target) && height < 48 ? [`below 48 px: ${size}`] : [];
    });
  });
}

/**
 * Finds text that is cut off, and horizontal scrolling of the page or of one of its parts. Two parts may scroll: the row of an
 * agreement's pages, and an enlarged page image, whose content is also available as text.
 */
export function overflowing(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    const { scrollWidth } = document.documentElement;
    const sideways = scrollWidth > innerWidth ? [`the page is ${scrollWidth} px wide of ${innerWidth}`] : [];
    const cut = [...document.body.querySelectorAll<HTMLElement>('*')].filter((element) => {
      if (element.closest('.visually-hidden, svg, [hidden]') || element.matches('input, select, progress'))
        return false;
      const { overflowX, overflowY } = getComputedStyle(element);
      const hides = (overflow: string) => overflow === 'hidden' || overflow === 'clip';
      const isButton = element.matches('button, a, label');
      return (
        ((hides(overflowX) || isButton) &&
          element.scrollWidth > element.clientWidth + 1 &&
          element.clientWidth > 0) ||
        ((hides(overflowY) || isButton) &&
          element.scrollHeight > element.clientHeight + 1 &&
          element.clientHeight > 0)
      );
    });
    const scrolling = [...document.body.querySelectorAll('*')].filter(
      (element) =>
        /auto|scroll/.test(getComputedStyle(element).overflowX) &&
        element.scrollWidth > element.clientWidth + 1 &&
        !element.matches('input, select, .agreement-pages, .agreement-enlarged'),
    );
    const parts = scrolling.map(
      ({ className, scrollWidth, clientWidth }) =>
        `.${className} scrolls sideways: ${scrollWidth} px of ${clientWidth}`,
    );
    const names = cut.map(
      ({ tagName, className, textContent }) =>
        `${tagName.toLowerCase()}.${className} cuts “${textContent.trim().slice(0, 60)}”`,
    );
    return [...sideways, ...parts, ...names];
  });
}

/** Finds attributes that refer to the id of an element that does not exist. */
export function brokenReferences(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    const attributes = ['for', 'form', 'list', 'aria-activedescendant', 'aria-controls', 'aria-describedby']
      .concat(['aria-details', 'aria-errormessage', 'aria-flowto', 'aria-labelledby', 'aria-owns'])
      .concat(['popovertarget', 'commandfor']);
    return attributes.flatMap((attribute) =>
      [...document.querySelectorAll(`[${attribute}]`)].flatMap((element) => {
        const ids = (element.getAttribute(attribute) ?? '').split(/\s+/).filter(Boolean);
        return ids
          .filter((id) => !document.getElementById(id))
          .map(
            (id) => `${attribute} of ${element.tagName.toLowerCase()}#${element.id} names no element: ${id}`,
          );
      }),
    );
  });
}

/** Finds running animations. The test browsers request reduced motion, so there should be none. */
export function movements(page: Page): Promise<readonly string[]> {
  return page.evaluate(() =>
    document.getAnimations().flatMap((animation) => {
      const target = animation.effect instanceof KeyframeEffect ? animation.effect.target : null;
      return animation.playState === 'running' ? [`${target?.tagName}.${target?.className} moves`] : [];
    }),
  );
}

/**
 * Adds a style sheet by means of a script. The Content Security Policy allows this. Resolves once the page has been drawn with
 * the new styles. Until then, DevTools may still report the old fonts. Returns a function that removes the style sheet.
 */
export async function addStyle(page: Page, css: string): Promise<() => Promise<void>> {
  const added = await page.evaluateHandle(async (text) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(text);
    document.adoptedStyleSheets.push(sheet);
    const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    await nextFrame();
    await nextFrame();
    return sheet;
  }, css);
  // Removes only this style sheet, because screens that loaded later may have added others.
  return () =>
    page.evaluate((sheet) => {
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((other) => other !== sheet);
    }, added);
}

/** The text spacing that some people need for reading (WCAG 1.4.12). */
export const widelySpaced = `
  * { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important; }
  p { margin-bottom: 2em !important; }
`;

interface Described {
  readonly role?: { readonly value: string };
  readonly name?: { readonly value: string };
  readonly description?: { readonly value: string };
}

/**
 * Returns as text the accessibility tree of the open dialog, or of the main landmark if no dialog is open. Appends the
 * descriptions of each control, such as its error and hint.
 */
export async function readAloud(page: Page): Promise<string> {
  const dialog = page.locator('dialog:modal').last();
  const tree = await ((await dialog.count()) > 0 ? dialog : page.getByRole('main')).ariaSnapshot();
  const devtools = await page.context().newCDPSession(page);
  const { nodes } = (await devtools.send('Accessibility.getFullAXTree')) as { nodes: readonly Described[] };
  await devtools.detach();
  const described = nodes.flatMap(({ role, name, description }) =>
    description?.value ? [`- ${role?.value} "${name?.value}": ${description.value}`] : [],
  );
  return [tree, ...(described.length > 0 ? ['', 'described:', ...described] : []), ''].join('\n');
}

/** A person who has a keyboard and nothing else: every stop of Tab is looked at, and what it must show is demanded. */
import type { ElementHandle, Locator, Page } from 'playwright-core';
import { expect } from 'vitest';

/** More stops than any screen has: what is not among them cannot be reached. */
const mostStops = 80;

/** What has the focus, what is wrong with how it shows it, and whether it is what was looked for. */
interface Stop {
  readonly name: string;
  readonly wrong: readonly string[];
  readonly isWanted: boolean;
}

/**
 * Looks at what has the focus, in the page; a tick box shows it on the row it stands in. It lies in the window, has an
 * outline of at least two pixels, and the points just inside its corners are its own: neither bar nor header nor
 * dialog lies over them (WCAG 2.4.7, 2.4.11). Of radios that belong together any is the wanted one: Tab leads to the
 * group, arrows within it.
 */
function lookAtFocus(wanted: Node | null): Stop {
  const focused = document.activeElement ?? document.body;
  // Behind the last control the focus is in the browser's own bars.
  if (focused === document.body) return { name: 'none', wrong: [], isWanted: false };
  const shape = focused.closest('.row') ?? focused;
  const text = focused.getAttribute('aria-label') ?? (shape.textContent || focused.id);
  const name = `${focused.tagName.toLowerCase()} “${text.trim().slice(0, 60)}”`;
  const { outlineStyle, outlineWidth, borderTopLeftRadius } = getComputedStyle(shape);
  const wrong: string[] = [];
  if (!focused.checkVisibility({ checkOpacity: true, checkVisibilityCSS: true })) wrong.push('not visible');
  if (outlineStyle === 'none' || Number.parseFloat(outlineWidth) < 2) wrong.push('no outline');
  // A link over several lines has a box for each.
  for (const box of shape.getClientRects()) {
    const radius = Number.parseFloat(borderTopLeftRadius);
    const round = borderTopLeftRadius.endsWith('%') ? (radius / 100) * box.width : radius;
    const inside = Math.min(round, box.height / 2) * 0.3 + 2;
    for (const x of [box.left + inside, box.right - inside])
      for (const y of [box.top + inside, box.bottom - inside]) {
        const hit = document.elementFromPoint(x, y);
        if (hit && !shape.contains(hit)) wrong.push(`under ${hit.tagName}.${hit.className}`);
        // What is higher than the window shows a part of itself.
        else if (!hit && box.height < innerHeight) wrong.push(`out of the window at ${x}, ${y}`);
      }
  }
  const isOfGroup =
    focused instanceof HTMLInputElement &&
    wanted instanceof HTMLInputElement &&
    focused.type === 'radio' &&
    focused.name === wanted.name;
  return { name, wrong, isWanted: focused === wanted || isOfGroup };
}

/** Fails unless what has the focus shows it. Answers whether it is what was looked for. */
async function isShownAndWanted(page: Page, wanted: ElementHandle<Node> | null): Promise<boolean> {
  const { name, wrong, isWanted } = await page.evaluate(lookAtFocus, wanted);
  expect(wrong, `${name} at ${new URL(page.url()).pathname}`).toEqual([]);
  return isWanted;
}

/** What a person does with the keys of a keyboard. */
export interface Keyboard {
  /** Goes on with Tab, or back with Shift+Tab, until the focus is on a control. Throws where it never gets there. */
  readonly tabTo: (control: Locator, key?: 'Tab' | 'Shift+Tab') => Promise<void>;
  /** Presses the button of this name with Enter. */
  readonly press: (name: string | RegExp) => Promise<void>;
  readonly next: () => Promise<void>;
  /** Types into the text field, or the combobox, of this name. */
  readonly type: (label: string | RegExp, text: string) => Promise<void>;
  /** Picks the radio of this name with the arrow keys. */
  readonly pick: (name: string | RegExp) => Promise<void>;
  /** Picks from a list by the first letters of an option. */
  readonly select: (label: string | RegExp, letters: string) => Promise<void>;
  /** Fails unless a control has the focus, and shows it. */
  readonly expectFocusOn: (control: Locator) => Promise<void>;
}

export function keyboardOn(page: Page): Keyboard {
  const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true });

  const tabTo: Keyboard['tabTo'] = async (control, key = 'Tab') => {
    const wanted = await control.elementHandle();
    for (let stop = 0; stop < mostStops; stop += 1) {
      await page.keyboard.press(key);
      if (await isShownAndWanted(page, wanted)) return;
    }
    throw new Error(`${key} never leads to ${control}`);
  };
  const press: Keyboard['press'] = async (name) => {
    await tabTo(button(name));
    await page.keyboard.press('Enter');
  };
  return {
    tabTo,
    press,
    next: () => press('Next'),
    type: async (label, text) => {
      await tabTo(page.getByRole('textbox', { name: label }).or(page.getByRole('combobox', { name: label })));
      await page.keyboard.type(text);
    },
    pick: async (name) => {
      const radio = page.getByRole('radio', { name, exact: true });
      await tabTo(radio);
      while (!(await radio.evaluate((input) => input === document.activeElement)))
        await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Space');
      await isShownAndWanted(page, null);
    },
    select: async (label, letters) => {
      const list = page.getByRole('combobox', { name: label });
      await tabTo(list);
      await page.keyboard.type(letters);
      expect(await list.locator('option:checked').innerText()).toContain(letters);
    },
    expectFocusOn: async (control) => {
      const wanted = await control.elementHandle();
      await page.waitForFunction((element) => element === document.activeElement, wanted);
      await isShownAndWanted(page, wanted);
    },
  };
}

/** A person with only a keyboard: at every stop of Tab the focus is checked to be visible. */
import type { ElementHandle, Locator, Page } from 'playwright-core';
import { expect } from 'vitest';

/** More stops than any screen has; a control that is not among them cannot be reached. */
const mostStops = 80;

/** What has the focus, what is wrong with how it is shown, and whether it is the wanted control. */
interface Stop {
  readonly name: string;
  readonly wrong: readonly string[];
  readonly isWanted: boolean;
}

/**
 * Checks, in the page, how the focus is shown; for a checkbox, on its row. It must be in the window, with an outline of
 * at least two pixels, and the points just inside its corners must be its own: no bar, header or dialog covers them
 * (WCAG 2.4.7, 2.4.11). Any radio button of a group counts as the wanted one: Tab leads to the group, arrows within it.
 */
function lookAtFocus(wanted: Node | null): Stop {
  const focused = document.activeElement ?? document.body;
  // After the last control the focus is in the browser's own bars.
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
        // Of a control higher than the window only a part is visible.
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

/** Fails if the focus is not shown. Returns whether it is on the wanted control. */
async function isShownAndWanted(page: Page, wanted: ElementHandle<Node> | null): Promise<boolean> {
  const { name, wrong, isWanted } = await page.evaluate(lookAtFocus, wanted);
  expect(wrong, `${name} at ${new URL(page.url()).pathname}`).toEqual([]);
  return isWanted;
}

/** What a person does with a keyboard. */
export interface Keyboard {
  /** Presses Tab, or Shift+Tab, until the focus is on a control. Throws if it never gets there. */
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
  /** Fails unless a control has the focus and shows it. */
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

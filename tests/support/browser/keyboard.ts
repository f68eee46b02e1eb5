/** A person who has a keyboard and nothing else: every stop of Tab is looked at, and what it must show is demanded. */
import type { ElementHandle, Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import type { Hands } from './hands.ts';
import { combined, handsOn } from './hands.ts';

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

/** Hands that have the keys of a keyboard and nothing else. */
export interface Keyboard extends Hands {
  /** Goes on with Tab, or back with Shift+Tab, until the focus is on a control. Throws where it never gets there. */
  readonly tabTo: (control: Locator, key?: 'Tab' | 'Shift+Tab') => Promise<void>;
  /** Fails unless a control has the focus, and shows it. */
  readonly expectFocusOn: (control: Locator) => Promise<void>;
}

export function keyboardOn(page: Page): Keyboard {
  const hands = handsOn(page);
  const isFocused = (control: Locator) => control.evaluate((element) => element === document.activeElement);
  const tabTo: Keyboard['tabTo'] = async (control, key = 'Tab') => {
    const wanted = await control.elementHandle();
    for (let stop = 0; stop < mostStops; stop += 1) {
      await page.keyboard.press(key);
      if (await isShownAndWanted(page, wanted)) return;
    }
    throw new Error(`${key} never leads to ${control}`);
  };
  const press: Hands['press'] = async (name) => {
    await tabTo(page.getByRole('button', { name }));
    await page.keyboard.press('Enter');
  };
  const expectFocusOn: Keyboard['expectFocusOn'] = async (control) => {
    const wanted = await control.elementHandle();
    await page.waitForFunction((element) => element === document.activeElement, wanted);
    await isShownAndWanted(page, wanted);
  };
  const parts: Pick<Hands, 'next' | 'fill' | 'pick'> = {
    next: () => press(/^Next$/),
    fill: async (label, text) => {
      await tabTo(page.getByRole('textbox', { name: label }));
      await page.keyboard.type(text);
    },
    pick: async (name) => {
      const radio = page.getByRole('radio', { name });
      await tabTo(radio);
      while (!(await isFocused(radio))) await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Space');
      await isShownAndWanted(page, null);
    },
  };
  const { answer, fillDate } = combined(parts);
  return {
    ...hands,
    ...parts,
    answer,
    // The calendar is one more stop of Tab.
    fillDate: async (month, day, year) => {
      await fillDate(month, day, year);
      await tabTo(page.getByRole('button', { name: 'Choose from calendar' }));
    },
    press,
    tick: async (name) => {
      await tabTo(page.getByRole('checkbox', { name }));
      await page.keyboard.press('Space');
    },
    choose: async (name, option) => {
      const list = page.getByRole('combobox', { name });
      await tabTo(list);
      await page.keyboard.type(option);
      expect(await list.locator('option:checked').innerText()).toBe(option);
    },
    search: async (name, text, option) => {
      const combobox = page.getByRole('combobox', { name });
      if (!(await isFocused(combobox))) await tabTo(combobox);
      await page.keyboard.type(text);
      if (!option) return;
      const wanted = page.getByRole('option', { name: option }).first();
      await wanted.waitFor();
      while ((await wanted.getAttribute('aria-selected')) !== 'true') await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Enter');
    },
    findsFocusOn: (role, name) => expectFocusOn(page.getByRole(role, { name })),
    tabTo,
    expectFocusOn,
  };
}
